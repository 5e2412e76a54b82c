package flow

import "testing"

func TestFillsIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want bool
	}{
		{"tool --device={device}", true},
		{"tool --device $device -v", true},
		{"tool --device {device.type}", true},
		{"tool --device device", false},
		{"tool --device {devices}", false},
		{"tool {my_device} $devices {device}", true},
		{"", false},
	} {
		if got := fillsIn(c.text, "device"); got != c.want {
			t.Errorf("fillsIn(%q) is %t", c.text, got)
		}
	}
}
