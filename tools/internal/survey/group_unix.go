//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup makes the command and what it starts one process group, which ends
// together: go vet does not stop a tool that hangs.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
