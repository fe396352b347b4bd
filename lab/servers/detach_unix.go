//go:build unix

package servers

import (
	"os/exec"
	"syscall"
)

// detach lets a process live on after this one, and keeps the Ctrl-C of its
// terminal from it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
