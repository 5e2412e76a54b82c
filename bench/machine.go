package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// machine describes the machine that the numbers were measured on.
type machine struct {
	CPU        string `json:"cpu"`
	Cores      int    `json:"cores"`
	Memory     string `json:"memory"`
	System     string `json:"system"`
	LoadBefore string `json:"load_before"` // of the last minute
	LoadAfter  string `json:"load_after"`
}

func describeMachine() machine {
	return machine{
		CPU:        orUnknown(field("/proc/cpuinfo", "model name")),
		Cores:      runtime.NumCPU(),
		Memory:     orUnknown(field("/proc/meminfo", "MemTotal")),
		System:     system(),
		LoadBefore: load(),
	}
}

// system is the kernel and the architecture.
func system() string {
	out, err := exec.Command("uname", "-sr").Output()
	if err != nil {
		return runtime.GOOS + "/" + runtime.GOARCH
	}
	return strings.TrimSpace(string(out)) + " " + runtime.GOARCH
}

// field is the value of the first line of a file that starts with a name, as
// Linux tells of itself.
func field(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, found := strings.Cut(line, ":")
		if found && strings.TrimSpace(key) == name {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return ""
}

// load is the average of the last minute: the other work of the machine.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	average, _, _ := strings.Cut(string(text), " ")
	return average
}

func orUnknown(text string) string {
	if text == "" {
		return "unknown"
	}
	return text
}

// version is the first line of a program's version output, or the reason why it prints
// nothing.
func version(command ...string) string {
	out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil {
		return fmt.Sprintf("unknown (%v)", err)
	}
	return line
}
