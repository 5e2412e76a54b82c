package project_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, path, text string
		want             []string
	}{
		{
			"continued", "requirements.txt", "torch==2.8.0 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nnumpy\n",
			[]string{`pip torch ==2.8.0 whole:"torch==2.8.0 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\n"`, `pip numpy  whole:"numpy\n"`},
		},
		{
			"continued to the end", "requirements.txt", "torch \\", []string{`pip torch  whole:"torch \\"`},
		},
		{
			"several versions", "requirements.in", "torch >= 2.1, !=2.3.0 ; python_version < '3.12'",
			[]string{`pip torch >=2.1,!=2.3.0 marker:python_version < '3.12' whole:"torch >= 2.1, !=2.3.0 ; python_version < '3.12'"`},
		},
		{
			"prose", "docs/requirements.txt", "These packages are wanted:\ntorch\n",
			[]string{`pip torch  whole:"torch\n"`, `broken "These packages are wanted:"`},
		},
		{
			"options", "requirements.txt", "-r base.txt\n-c constraints.txt\n-i  https://a.example\n--find-links=https://b.example/x y\n--pre\n",
			[]string{`index https://a.example "-i  https://a.example"`, `index https://b.example/x "--find-links=https://b.example/x"`},
		},
		{
			"byte order mark and other characters", "requirements.txt", "\ufeff# Pakete für GPUs\ntorch==2.8.0  # größer\n",
			[]string{`pip torch ==2.8.0 whole:"torch==2.8.0  # größer\n"`},
		},
		{
			"literal and multi-line strings", "pyproject.toml", "[project]\ndependencies = ['torch==2.8', \"\"\"jax\"\"\"]\ndescription = \"\"\"\nflash-attn\n\"\"\"\n",
			[]string{`pip torch ==2.8`},
		},
		{
			"inline table of a project", "pyproject.toml", "project.dependencies = [\n  \"torch\"\n]\nproject = { x = 1 }\n",
			[]string{`pip torch  whole:"  \"torch\"\n"`},
		},
		{
			"escaped key", "pyproject.toml", "[tool.poetry.dependencies]\n\"flash\\u002dattn\" = \"*\"\n", []string{`pip flash-attn  whole:"\"flash\\u002dattn\" = \"*\"\n"`},
		},
		{
			"templates of conda", "environment.yml", "{% set v = '1' %}\nname: {{ name }}\ndependencies:\n  - torch={{ v }}\n  - numpy\n",
			[]string{`conda torch ={{ whole:"  - torch={{ v }}\n"`, `conda numpy  whole:"  - numpy\n"`},
		},
		{
			"broken document", "environment.yml", "dependencies:\n  - cudnn\n  - [unclosed\n---\ndependencies: [nccl]\n",
			[]string{`conda cudnn`, `conda nccl`, `broken "  - [unclosed"`},
		},
		{
			"no list", "environment.yml", "dependencies: torch\nchannels:\n  nvidia: 1\n", nil,
		},
		{
			"anchors and quotes", "conda.yaml", "dependencies:\n  - &t \"cudnn=8\"\n  - *t\n  - 'python >=3.8'\n",
			[]string{`conda cudnn =8`, `conda python >=3.8 whole:"  - 'python >=3.8'\n"`},
		},
		{
			"commands", "run.sh", "#!/bin/bash\n# pip install a\nFOO=1 BAR='x y' python train.py --n 2 && echo \"done; ok\" | tee log 2>&1 # end\nexport A=1 B\n",
			[]string{
				`variable FOO=1 "FOO" whole:""`, `variable BAR=x y "BAR" whole:""`, `variable A=1 "A" whole:"export A=1 B\n"`,
				"command python|train.py|--n|2", "command echo|done; ok", "command tee|log", "command export|A=1|B",
			},
		},
		{
			"substitution and here documents", "run.sh", "n=$(nvidia-smi -L | wc -l)\ncat <<EOF > x\nnvidia-smi\nEOF\necho `nvcc -V`; (cd x; make)\n",
			[]string{
				`variable n=$(nvidia-smi -L | wc -l) "n" whole:""`,
				"command nvidia-smi|-L", "command wc|-l", "command cat", "command nvcc|-V", "command echo|`nvcc -V`", "command cd|x", "command make",
			},
		},
		{
			"guards", "run.sh", "if command -v nvidia-smi > /dev/null; then\n  nvidia-smi\nelse\n  free\nfi\nnvidia-smi || true\nif ! which nvidia-smi; then a; else b; fi\nwhile true; do c; done\n",
			[]string{
				"command command|-v|nvidia-smi|(guarded)", "command nvidia-smi|(guarded)", "command free", "command nvidia-smi|(guarded)", "command true",
				"command which|nvidia-smi|(guarded)", "command a", "command b|(guarded)", "command true|(guarded)", "command c",
			},
		},
		{
			"slurm", "job.sbatch", "#SBATCH --gres=gpu:8  # all\n##SBATCH --gres=gpu:4\nsrun \\\n  python x.py\n",
			[]string{"command sbatch|--gres=gpu:8", "command srun|python|x.py"},
		},
		{
			"installers", "setup.sh", "pip install -U 'torch==2.8.0' -r a.txt --index-url https://x/cu1 -e .\nsudo apt-get install -y --no-install-recommends libnccl2=2.1 vim\nconda install -c nvidia cudnn=8 -y\npip uninstall b\n",
			[]string{
				"pip torch ==2.8.0", "apt libnccl2", "apt vim", "conda cudnn =8", `index https://x/cu1 "--index-url https://x/cu1"`, `index nvidia "-c nvidia"`,
				"command pip|install|-U|torch==2.8.0|-r|a.txt|--index-url|https://x/cu1|-e|.", "command apt-get|install|-y|--no-install-recommends|libnccl2=2.1|vim",
				"command conda|install|-c|nvidia|cudnn=8|-y", "command pip|uninstall|b",
			},
		},
		{
			"compose", "docker-compose.yml", `services:
  app:
    image: "nvcr.io/nvidia/pytorch:24.01-py3"
    runtime: nvidia
    environment:
      - NVIDIA_VISIBLE_DEVICES=all
      - "B=2"
    command: python train.py --n 1
    deploy:
      resources:
        reservations:
          devices:
            - driver: nvidia
              count: 1
              capabilities: [gpu]
    devices: ["/dev/nvidia0:/dev/nvidia0"]
`,
			[]string{
				`image nvcr.io/nvidia/pytorch:24.01-py3 "nvcr.io/nvidia/pytorch:24.01-py3" via 0`,
				`variable NVIDIA_VISIBLE_DEVICES=all "NVIDIA_VISIBLE_DEVICES" whole:"      - NVIDIA_VISIBLE_DEVICES=all\n"`,
				`variable B=2 "B" whole:"      - \"B=2\"\n"`, "command python|train.py|--n|1",
				`runtime runtime=nvidia "runtime"`, `device nvidia= "nvidia"`, `device /dev/nvidia0:/dev/nvidia0= "/dev/nvidia0:/dev/nvidia0"`,
			},
		},
		{
			"kubernetes", "k8s/job.yaml", `apiVersion: batch/v1
kind: Job
spec:
  containers:
  - name: x
    image: {{ .Values.image }}
    command: ["sh", "-c"]
    args:
    - nvidia-smi && python a.py
    env:
    - name: NCCL_DEBUG
      value: INFO
    - name: FROM_SECRET
      valueFrom: {}
    resources:
      limits: {nvidia.com/gpu: 8, memory: 1Gi}
  nodeSelector:
    node.kubernetes.io/instance-type: p4d.24xlarge
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
`,
			[]string{
				`image {{ .Values.image }} "{{ .Values.image }}" via 0`, `variable NCCL_DEBUG=INFO "NCCL_DEBUG" whole:""`,
				"command sh|-c", "command nvidia-smi", "command python|a.py",
				`resource nvidia.com/gpu=8 "nvidia.com/gpu"`, `label node.kubernetes.io/instance-type=p4d.24xlarge "node.kubernetes.io/instance-type"`,
				`instance p4d.24xlarge= "p4d.24xlarge"`, `toleration nvidia.com/gpu= "nvidia.com/gpu"`,
			},
		},
		{
			"workflow", ".github/workflows/ci.yml", `on: push
jobs:
  gpu:
    runs-on: x # {{{
    container:
      options: --gpus all --shm-size 1g
    steps:
      - name: a
        run: |
          pip install torch --index-url https://download.pytorch.org/whl/cu121
          # nvidia-smi

          echo ${{ matrix.x }}
      - run: nvidia-smi
`,
			[]string{
				"pip torch", `index https://download.pytorch.org/whl/cu121 "--index-url https://download.pytorch.org/whl/cu121"`,
				"command docker|--gpus|all|--shm-size|1g",
				"command pip|install|torch|--index-url|https://download.pytorch.org/whl/cu121", "command echo|${{ matrix.x }}", "command nvidia-smi",
			},
		},
		{
			"anchors of other files", "ci.yml", "a:\n  <<: *BASE\n  script:\n    - nvidia-smi\n  b: *BASE\n", []string{"command nvidia-smi"},
		},
		{
			"values of helm", "values.yaml", "image:\n  repository: nvcr.io/nvidia/pytorch\n  tag: 24.01-py3\n", []string{`image nvcr.io/nvidia/pytorch:24.01-py3 "nvcr.io/nvidia/pytorch" via 1`},
		},
		{
			"stages and arguments", "Dockerfile", "ARG V=12.1\nARG BASE=nvidia/cuda:${V}-devel\nFROM --platform=linux/amd64 ${BASE} AS build\nFROM build\nFROM ${OTHER:-x:1}\nCOPY --from=build /a /b\nCOPY --from=nvcr.io/a:b /a /b\nFROM scratch\n",
			[]string{`image nvidia/cuda:12.1-devel "${BASE}" via 2`, `image x:1 "${OTHER:-x:1}" via 0`, `image nvcr.io/a:b "nvcr.io/a:b" via 0`},
		},
		{
			"instructions over several lines", "Dockerfile.gpu", "# comment\nENV A=1 \\\n    B=\"x y\"\nENV C some text\nRUN apt-get update && \\\n    # the libraries\n    apt-get install -y \\\n\n    libnccl2 && \\\n    rm -rf /x\nCMD [\"python\", \"train.py\"]\nENTRYPOINT [\"bash\", \"-c\", \"nvidia-smi; a\"]\n",
			[]string{
				"apt libnccl2", `variable A=1 "A" whole:""`, `variable B=x y "B" whole:""`, `variable C=some text "C" whole:"ENV C some text\n"`,
				"command apt-get|update", "command apt-get|install|-y|libnccl2", "command rm|-rf|/x", "command python|train.py", "command nvidia-smi", "command a",
			},
		},
		{
			"here documents of images", "Dockerfile", "FROM a:1\nRUN <<EOF\npip install torch\nEOF\nRUN --mount=type=cache,target=/c pip install jax\nno instruction = at all\n<garbage>\n",
			[]string{"pip torch", "pip jax", `image a:1 "a:1" via 0`, "command pip|install|torch", "command pip|install|jax", `broken "<garbage>"`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, told(read(t, test.path, test.text))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
