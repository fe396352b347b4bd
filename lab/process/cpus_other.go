//go:build !linux

package process

import "os/exec"

// startOn starts a command on all processors: only Linux can choose them.
func startOn(_ []int, command *exec.Cmd) error { return command.Start() }
