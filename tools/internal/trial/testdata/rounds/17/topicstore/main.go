// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type publication struct {
	topic   string
	qos     byte
	payload []byte
}

func (p *publication) Reset() { *p = publication{payload: p.payload[:0]} }

var publications = rcpool.Pool[publication]{Name: "publications"}

type topicStore struct {
	mu     sync.Mutex
	last   map[string]rcpool.Ref[publication]
	quota  int
	closed bool
}

// set stores pub as the retained one of its topic and takes it over.
// An empty payload clears the topic.
func (t *topicStore) set(pub rcpool.Ref[publication]) error {
	defer rcpool.Drop(&pub)
	t.mu.Lock()
	defer t.mu.Unlock()
	topic := pub.Value().topic
	old, exists := t.last[topic]
	switch {
	case t.closed:
		return fmt.Errorf("set %s: store is closed", topic)
	case len(pub.Value().payload) == 0:
		if exists {
			delete(t.last, topic)
			old.Release()
		}
		return nil
	case !exists && len(t.last) >= t.quota:
		return fmt.Errorf("set %s: quota exceeded", topic)
	}
	if exists {
		old.Release()
	}
	t.last[topic] = rcpool.Move(&pub)
	return nil
}

// match returns references to the retained publications below prefix.
func (t *topicStore) match(prefix string) []rcpool.Ref[publication] {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []rcpool.Ref[publication]
	for topic, pub := range t.last {
		if strings.HasPrefix(topic, prefix) {
			out = append(out, pub.Retain())
		}
	}
	return out
}

func (t *topicStore) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for topic, pub := range t.last {
		pub.Release()
		delete(t.last, topic)
	}
}

func publish(t *topicStore, topic, payload string) {
	pub := publications.Get()
	pub.Value().topic = topic
	pub.Value().payload = append(pub.Value().payload, payload...)
	if err := t.set(pub); err != nil {
		fmt.Println("error:", err)
	}
}

func main() {
	t := &topicStore{last: map[string]rcpool.Ref[publication]{}, quota: 2}
	publish(t, "home/door", "open")
	publish(t, "home/lamp", "on")
	publish(t, "home/tv", "off")
	publish(t, "home/door", "closed")
	found := t.match("home/")
	publish(t, "home/lamp", "")
	t.close()
	publish(t, "home/lamp", "late")
	n := 0
	for i := range found {
		n += len(found[i].Value().payload)
		rcpool.Drop(&found[i])
	}
	fmt.Println(len(found), n)
}
