package semantic

import (
	"fmt"
	"strings"
	"testing"
)

// handedOn is a class whose methods each have a device of their own and hand
// it to the next.
func handedOn(n int) string {
	return "import torch\nclass C:\n    def f0(self, device='cuda'):\n        return torch.device(device)\n" +
		strings.Join(each(n, func(i int) string {
			return fmt.Sprintf("    def f%d(self, device='cuda'):\n        return self.f%d(device)\n", i+1, i)
		}), "")
}

func each(n int, f func(int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// Every default reaches torch.device through all methods below it; the walks
// may cross, but each place is worked out once.
func TestDevicesThatAreHandedOn(t *testing.T) {
	m := modelOf(t, handedOn(300))
	sources := m.Devices()
	if len(sources) != 301 {
		t.Fatalf("%d sources, want 301", len(sources))
	}
	for _, s := range sources {
		if len(s.Sinks) != 1 || s.Sinks[0].API != "torch.device" {
			t.Fatalf("source at %d acts at %+v", m.Tree.Start(s.Node), s.Sinks)
		}
		if s.Component != sources[0].Component {
			t.Fatal("the defaults are not one component")
		}
	}
}

func TestDevicesThatGoTooFarEscape(t *testing.T) {
	const maxPlaces = 1000 // as in package flow
	m := modelOf(t, handedOn(2*maxPlaces))
	last := m.Devices()[2*maxPlaces]
	if last.Component.Escapes == "" || last.Sinks[0].Role != RoleNamed {
		t.Errorf("escapes %q, acts at %+v", last.Component.Escapes, last.Sinks)
	}
}

func BenchmarkDevicesHandedOn(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 4000} {
		src := handedOn(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				modelOf(b, src).Devices()
			}
		})
	}
}
