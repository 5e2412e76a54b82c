class Neuronlint < Formula
  desc "Find what keeps PyTorch and JAX code from running on AWS Neuron"
  homepage "https://github.com/neuronlint/neuronlint"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@URL_darwin_arm64@"
      sha256 "@SHA_darwin_arm64@"
    end
    on_intel do
      url "@URL_darwin_amd64@"
      sha256 "@SHA_darwin_amd64@"
    end
  end

  on_linux do
    on_arm do
      url "@URL_linux_arm64@"
      sha256 "@SHA_linux_arm64@"
    end
    on_intel do
      url "@URL_linux_amd64@"
      sha256 "@SHA_linux_amd64@"
    end
  end

  def install
    bin.install "neuronlint"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"neuronlint", "completion")
  end

  test do
    assert_match "neuronlint v#{version}", shell_output("#{bin}/neuronlint --version")
    (testpath/"train.py").write "import torch\ndevice = torch.device(\"cuda\")\n"
    assert_match "NRN101", shell_output("#{bin}/neuronlint check train.py", 1)
  end
end
