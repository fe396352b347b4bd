//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts the child in a process group of its own: a Ctrl-C at the terminal then reaches only the parent,
// which can still read the last figures from its children before it ends them.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(p *os.Process) { p.Signal(syscall.SIGTERM) }

func kill(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL) // the group: what it started goes too
	p.Kill()
}
