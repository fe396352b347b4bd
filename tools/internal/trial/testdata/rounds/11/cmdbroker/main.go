// truth: double-release line 67 hard
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Command struct {
	Device string
	Delay  time.Duration
	Body   []byte
}

func (c *Command) Reset() { *c = Command{Body: c.Body[:0]} }

var commands = rcpool.Pool[Command]{Name: "commands"}

type job struct {
	cmd   rcpool.Ref[Command]
	reply chan int
}

var errTimeout = errors.New("device does not answer")

type broker struct {
	jobs chan job
	wg   sync.WaitGroup
}

func newBroker(workers int) *broker {
	b := &broker{jobs: make(chan job, 8)}
	for range workers {
		b.wg.Add(1)
		go b.serve()
	}
	return b
}

func (b *broker) serve() {
	defer b.wg.Done()
	for j := range b.jobs {
		c := j.cmd.Value()
		time.Sleep(c.Delay)
		j.reply <- len(c.Body)
		j.cmd.Release()
	}
}

func (b *broker) call(device string, delay time.Duration, body string) (int, error) {
	cmd := commands.Get()
	c := cmd.Value()
	c.Device, c.Delay = device, delay
	c.Body = append(c.Body, body...)
	j := job{cmd: cmd, reply: make(chan int, 1)}
	timeout := time.NewTimer(20 * time.Millisecond)
	defer timeout.Stop()
	b.jobs <- j
	select {
	case n := <-j.reply:
		return n, nil
	case <-timeout.C:
		cmd.Release()
		return 0, fmt.Errorf("%s: %w", device, errTimeout)
	}
}

func (b *broker) Close() {
	close(b.jobs)
	b.wg.Wait()
}

func main() {
	b := newBroker(2)
	defer b.Close()
	fmt.Println(b.call("lamp", 0, "on"))
	fmt.Println(b.call("valve", 60*time.Millisecond, "open 30"))
	fmt.Println(b.call("door", time.Millisecond, "lock"))
}
