package arrayowners

import (
	"container/list"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// The job waits only if it is not sent.
func notifyOnce(r *ring, job rcpool.Ref[Job], send func(*Job) error) { // missed "leak: "
	if err := send(job.Value()); err != nil {
		r.push(attempt{job: job, tries: 1})
	}
}

// A job without a name is forgotten.
func laterIfNamed(r *ring, name string) {
	job := jobs.Get() // want "leak: "
	if name == "" {
		return
	}
	job.Value().Name = name
	r.push(attempt{job: job, tries: 1})
}

// The last attempt is given up, and its job with it.
func retryTwice(r *ring, send func(*Job) error) {
	for range r.n {
		a, ok := r.pop() // missed "leak: "
		if !ok {
			return
		}
		if a.tries > 2 {
			continue
		}
		if err := send(a.job.Value()); err != nil {
			r.push(a)
			continue
		}
		a.job.Release()
	}
}

// The hub has a notice that was released.
func publishReleased(h *hub) {
	n := newNotice("gone")
	n.DecrementReferenceCount()
	h.publish(n) // want "use-after-release: "
}

// An empty topic is not published.
func publishNamed(h *hub, topic string) {
	n := newNotice(topic) // want "leak: "
	if n.topic == "" {
		return
	}
	h.publish(n)
}

// The cache has one reference, and nobody the other.
func renderOnly(c *cache, key string) int {
	body := stdpool.Bytes(0) // want "leak: "
	c.store(key, body.Retain())
	return body.Len()
}

// What failed is not stored.
func renderChecked(c *cache, key string, write func([]byte) error) error {
	body := stdpool.Bytes(64) // want "leak: "
	if err := write(body.Value()); err != nil {
		return err
	}
	c.store(key, body)
	return nil
}

// The second job is released while it waits.
func queueReleased(l *list.List) {
	a := jobs.Get()
	waitFor(l, attempt{job: a})
	a.Release() // missed "double-release: "
}

// The notice that is still shown is released.
func publishBriefly(h *hub) int {
	n := newNotice("brief")
	length := len(n.topic)
	n.DecrementReferenceCount()
	h.keep(n) // want "use-after-release: "
	return length
}

// The second notice is not kept if there is no list.
func keepBoth(h *hub) {
	h.publish(newNotice("first"))
	n := newNotice("second") // want "leak: "
	if h.recent == nil {
		return
	}
	h.keep(n)
}

// The second job does not wait if the list is long.
func queueFew(l *list.List) {
	a, b := jobs.Get(), jobs.Get() // want "leak: b "
	waitFor(l, attempt{job: a})
	if l.Len() > 8 {
		return
	}
	waitFor(l, attempt{job: b})
}

// A half that is empty is forgotten.
func backupHalf(s *store, data []byte) string {
	file := stdpool.Bytes(64)
	defer file.Release()
	copy(file.Value(), data)
	half := file.Slice(0, file.Len()/2) // want "leak: "
	if half.Len() == 0 {
		return ""
	}
	return s.add(half)
}

// The new child is forgotten where there is nothing to replace.
func plantSome(root *tree) {
	kid := &tree{job: jobs.Get()} // want "leak: "
	if len(root.kids) == 0 {
		return
	}
	root.replace(0, kid)
}

func costs(in []rcpool.Ref[Job]) (n int) {
	for _, job := range in {
		n += job.Value().Cost
	}
	return n
}

// The costs are counted, and nothing is released.
func spendAll(n int) int {
	var in []rcpool.Ref[Job]
	for range n {
		in = append(in, jobs.Get()) // want "leak: "
	}
	return costs(in)
}
