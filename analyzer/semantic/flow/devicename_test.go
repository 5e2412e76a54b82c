package flow

import (
	"testing"
)

func TestDeviceName(t *testing.T) {
	for _, name := range []string{"device", "DEVICE", "_device", "dev", "device_type", "device_str", "train_device", "map_location", "device_map", "gpu_dev", "device_id"} {
		if !DeviceName(name) {
			t.Errorf("DeviceName(%q) = false", name)
		}
	}
	for _, name := range []string{"", "devices_count", "num_devices", "deviceless", "developer", "type", "backend", "cuda", "devs_path", "mydevice2"} {
		if DeviceName(name) {
			t.Errorf("DeviceName(%q) = true", name)
		}
	}
}
