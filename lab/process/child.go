// Package process runs the parts of the lab as child processes of the same binary,
// so that the allocations and the garbage collections of one part never land in the figures of another.
//
// A child prints one line of JSON on its standard output when it is ready, writes its log to standard error,
// and ends when its standard input closes or on SIGTERM or SIGINT. The closing input is what ends it
// even when its parent is killed without a chance to clean up.
package process

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// Command describes a child before it runs.
type Command struct {
	Name   string    // what messages call it, for example "the pooled service"
	Args   []string  // the verb and its flags
	Env    []string  // KEY=VALUE pairs, added to the environment of this process
	Stderr io.Writer // where its log goes as well, line by line; nil keeps only the last lines for messages
	Path   string    // the program; default: the binary of this process
	CPUs   []int     // the processors it may run on, where the system can say so; nil for all
}

// Child is a running child process. Its methods are safe for concurrent use, except that
// only one goroutine at a time may Send and only one may Receive.
type Child struct {
	name     string
	cmd      *exec.Cmd
	stdin    io.WriteCloser
	stdout   *os.File
	messages *json.Decoder
	log      *tail
	stopping atomic.Bool
	done     chan struct{}
	err      error // what Wait said; valid once done is closed
}

// Start runs c and waits until it says that it is ready, decoding what it says into ready.
// It fails if the child ends before that, says something that is not JSON, or ctx ends; the child is then gone.
// Afterwards the caller owns the child and must Stop or Kill it.
func Start(ctx context.Context, c Command, ready any) (*Child, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Name, err)
	}
	path := c.Path
	if path == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("start %s: find this program's own file: %w", c.Name, err)
		}
		path = self
	}
	// A pipe of our own: exec's StdoutPipe is closed by Wait, which would lose what the child said last.
	stdout, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Name, err)
	}
	child := &Child{name: c.Name, stdout: stdout, messages: json.NewDecoder(stdout), log: newTail(c.Name, c.Stderr), done: make(chan struct{})}
	child.cmd = exec.Command(path, c.Args...)
	child.cmd.Env = append(os.Environ(), c.Env...)
	child.cmd.Stdout = theirs
	child.cmd.Stderr = child.log
	child.cmd.WaitDelay = time.Second // a grandchild that keeps stderr open must not keep us
	ownGroup(child.cmd)
	if child.stdin, err = child.cmd.StdinPipe(); err == nil {
		err = startOn(c.CPUs, child.cmd)
	}
	theirs.Close()
	if err != nil {
		stdout.Close()
		return nil, fmt.Errorf("start %s: %w", c.Name, err)
	}
	go func() {
		child.err = child.cmd.Wait()
		close(child.done)
	}()

	if err := child.receive(ctx, ready); err != nil {
		child.Kill()
		return nil, fmt.Errorf("%s did not become ready: %w", c.Name, err)
	}
	return child, nil
}

// Name is what messages call the child.
func (c *Child) Name() string { return c.name }

// Pid is the child's process id.
func (c *Child) Pid() int { return c.cmd.Process.Pid }

// Done is closed when the child has ended.
func (c *Child) Done() <-chan struct{} { return c.done }

// Died says why the child ended, if it ended without being asked to, as a *Death; otherwise it returns nil.
func (c *Child) Died() error {
	select {
	case <-c.done:
	default:
		return nil
	}
	if c.stopping.Load() {
		return nil
	}
	return c.death()
}

func (c *Child) death() error {
	return &Death{Name: c.name, State: c.cmd.ProcessState.String(), Log: c.log.Lines()}
}

// Send writes one message to the child as a line of JSON.
func (c *Child) Send(message any) error {
	if err := json.NewEncoder(c.stdin).Encode(message); err != nil {
		return fmt.Errorf("send to %s: %w", c.name, err)
	}
	return nil
}

// Receive reads the child's next message into message. It fails with a *Death if the child ends first,
// and with the cause of ctx if that ends first; the stream of messages cannot be used after a failure.
func (c *Child) Receive(ctx context.Context, message any) error {
	if err := c.receive(ctx, message); err != nil {
		return fmt.Errorf("receive from %s: %w", c.name, err)
	}
	return nil
}

func (c *Child) receive(ctx context.Context, message any) error {
	read := make(chan error, 1)
	go func() { read <- c.messages.Decode(message) }()
	select {
	case err := <-read:
		if err == nil {
			return nil
		}
		// Its output ended. Most likely so did the child: its exit status says more than an EOF.
		select {
		case <-c.done:
			return c.death()
		case <-time.After(time.Second):
			return fmt.Errorf("read its output: %w", err)
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Stop asks the child to end (its input closes, then SIGTERM), waits up to grace, and kills it after that.
// It returns nil if the child ended by itself in time, whatever its exit status, and says so if it had to be killed.
func (c *Child) Stop(grace time.Duration) error {
	c.stopping.Store(true)
	c.stdin.Close()
	terminate(c.cmd.Process)
	select {
	case <-c.done:
	case <-time.After(grace):
		c.Kill()
		return fmt.Errorf("%s did not end within %v and was killed", c.name, grace)
	}
	c.stdout.Close()
	return nil
}

// Kill ends the child and its own children at once and waits until it is gone.
func (c *Child) Kill() {
	c.stopping.Store(true)
	select {
	case <-c.done: // its process id may belong to another by now
	default:
		kill(c.cmd.Process)
	}
	<-c.done
	c.stdout.Close()
}

// Death is the error for a child that ended unasked.
type Death struct {
	Name  string
	State string   // for example "exit status 1" or "signal: killed"
	Log   []string // the last lines it wrote to standard error
}

// Error names the child, how it ended, and the last lines of its log.
func (d *Death) Error() string {
	if len(d.Log) == 0 {
		return fmt.Sprintf("%s ended unexpectedly (%s) and wrote nothing to stderr", d.Name, d.State)
	}
	text := fmt.Sprintf("%s ended unexpectedly (%s); the last lines of its stderr:", d.Name, d.State)
	for _, line := range d.Log {
		text += "\n  " + line
	}
	return text
}
