package semantic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// trainingCode is a script of n models, each with a loop that trains it: names
// behind imports and aliases, attributes of instances, devices that flow
// through parameters, guards.
func trainingCode(n int) string {
	const part = `
class Net@(nn.Module):
    def __init__(self, dim, heads=8):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, mask=None):
        B, N, C = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(B, N, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(C)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        return x + (F.softmax(scores, dim=-1) @ v).transpose(1, 2).reshape(B, N, C)


def train@(loader, device=None, epochs=10):
    device = device or torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Net@(512).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        total = 0.0
        for images, target in loader:
            images = images.to(device)
            loss = F.cross_entropy(model(images), target.cuda(non_blocking=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        if device.type == "cuda":
            torch.cuda.synchronize()
        logger.info("epoch %d loss %.3f", epoch, total)
    return model
`
	var b strings.Builder
	b.WriteString("import logging\nimport math\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\nlogger = logging.getLogger(__name__)\n")
	for i := range n {
		b.WriteString(strings.ReplaceAll(part, "@(", fmt.Sprintf("%d(", i)))
	}
	return b.String()
}

// TestBenchmarkText checks that what is measured is Python without an error.
func TestBenchmarkText(t *testing.T) {
	for _, src := range []string{trainingCode(3), handedOn(3)} {
		if errors := modelOf(t, src).Tree.Errors(); len(errors) > 0 {
			t.Errorf("not understood: %q", src[errors[0].Start:errors[0].End])
		}
	}
}

// BenchmarkResolve asks what each node of a file is, what each call calls and
// where each device goes, which is more than all rules ask. Throughput must
// not depend on the file's size.
func BenchmarkResolve(b *testing.B) {
	for _, n := range []int{1, 10, 100} {
		m := modelOf(b, trainingCode(n))
		b.Run(fmt.Sprintf("%dkB", len(m.Tree.Source())/1000), func(b *testing.B) {
			b.SetBytes(int64(len(m.Tree.Source())))
			for b.Loop() {
				fresh := New(m.File, m.Tree, database())
				for n := range fresh.Tree.Len() {
					fresh.Type(syntax.Node(n))
				}
				for _, call := range fresh.Calls() {
					fresh.CallName(call)
				}
				if len(fresh.Devices()) == 0 {
					b.Fatal("no device")
				}
			}
		})
	}
}
