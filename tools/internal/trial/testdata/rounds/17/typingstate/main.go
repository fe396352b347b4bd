// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type typing struct {
	user  string
	since time.Time
	keys  int
}

var typings = rcpool.Pool[typing]{Name: "typing"}

type indicator struct {
	ref  rcpool.Ref[typing]
	stop func() bool
}

type channel struct {
	mu      sync.Mutex
	active  map[string]indicator
	expired []string
	ttl     time.Duration
}

// key notes that user has pressed a key.
func (c *channel) key(user string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[user]
	if ok {
		ind.stop()
	} else {
		ind.ref = typings.Get()
		ind.ref.Value().user = user
		ind.ref.Value().since = time.Now()
	}
	ind.ref.Value().keys++
	id := ind.ref
	ind.stop = id.AfterFunc(c.ttl, func(t *typing) { c.expire(t, id) })
	c.active[user] = ind
}

// expire ends the indicator, unless it has been replaced.
func (c *channel) expire(t *typing, id rcpool.Ref[typing]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[t.user]
	if !ok || ind.ref != id {
		return
	}
	c.expired = append(c.expired, fmt.Sprint(t.user, t.keys))
	delete(c.active, t.user)
	ind.stop()
	ind.ref.Release()
}

func (c *channel) sent(user string) (keys int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[user]
	if !ok {
		return 0
	}
	delete(c.active, user)
	ind.stop()
	defer ind.ref.Release()
	return ind.ref.Value().keys
}

func (c *channel) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for user, ind := range c.active {
		ind.stop()
		ind.ref.Release()
		delete(c.active, user)
	}
}

func main() {
	c := &channel{active: map[string]indicator{}, ttl: 30 * time.Millisecond}
	for range 3 {
		c.key("ann")
		c.key("bob")
	}
	c.key("cat")
	fmt.Println(c.sent("bob"), c.sent("bob"))
	time.Sleep(150 * time.Millisecond)
	c.key("dan")
	c.close()
	c.mu.Lock()
	sort.Strings(c.expired)
	fmt.Println(c.expired, len(c.active))
	c.mu.Unlock()
}
