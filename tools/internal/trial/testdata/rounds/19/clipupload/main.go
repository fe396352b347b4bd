// truth: zero-ref line 64 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type clip struct {
	channel string
	codec   string
	samples []int16
}

func (c *clip) Reset() { c.channel, c.codec, c.samples = "", "", c.samples[:0] }

var clips = rcpool.Pool[clip]{Name: "clips"}

var errSilent = errors.New("clip is silent")

type uploader struct {
	queue chan rcpool.Ref[clip]
	wg    sync.WaitGroup
	mu    sync.Mutex
	bytes map[string]int
	logf  func(string, ...any)
}

func newUploader(logf func(string, ...any)) *uploader {
	u := &uploader{queue: make(chan rcpool.Ref[clip], 4), bytes: map[string]int{}, logf: logf}
	u.wg.Go(u.run)
	return u
}

func (u *uploader) run() {
	for c := range u.queue {
		u.mu.Lock()
		u.bytes[c.Value().channel] += 2 * len(c.Value().samples)
		u.mu.Unlock()
		c.Release()
	}
}

// record makes a clip of what was said, and queues it.
func (u *uploader) record(channel string, pcm []int16) error {
	c := clips.Get()
	defer rcpool.Drop(&c)
	v := c.Value()
	v.channel, v.codec = channel, "pcm16"
	loud := false
	for _, s := range pcm {
		if s > 500 || s < -500 {
			loud = true
		}
		v.samples = append(v.samples, s)
	}
	if !loud {
		return errSilent
	}
	u.queue <- rcpool.Move(&c)
	u.logf("queued %d samples of %s", len(c.Value().samples), channel)
	return nil
}

func (u *uploader) close() {
	close(u.queue)
	u.wg.Wait()
}

func main() {
	u := newUploader(func(f string, args ...any) { fmt.Printf(f+"\n", args...) })
	defer u.close()
	fmt.Println(u.record("lobby", make([]int16, 100)))
	fmt.Println(u.record("lobby", []int16{1000, -1000}))
}
