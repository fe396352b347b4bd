//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups; the children then see a Ctrl-C as well.
func ownGroup(*exec.Cmd) {}

// terminate does nothing: the closed standard input asks the child to end.
func terminate(*os.Process) {}

func kill(p *os.Process) { p.Kill() }
