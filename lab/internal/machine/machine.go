// Package machine describes the machine that measures.
package machine

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// A Machine is where something was measured.
type Machine struct {
	CPU        string `json:"cpu"`
	Processors int    `json:"processors"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Go         string `json:"go"` // its version
}

// This is the machine that the program runs on.
func This() Machine {
	return Machine{CPU: cpu(), Processors: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version()}
}

// String describes the machine in a line: go1.26.8 linux/amd64, 2 processors
// (AMD EPYC).
func (m Machine) String() string {
	return fmt.Sprintf("%s %s/%s, %d processors (%s)", m.Go, m.OS, m.Arch, m.Processors, m.CPU)
}

// cpu is what Linux calls the processor, and its architecture on other systems.
func cpu() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
