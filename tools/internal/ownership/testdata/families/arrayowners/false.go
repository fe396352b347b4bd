package arrayowners

import (
	"container/list"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// The ring has the job now.
func later(r *ring, name string) {
	job := jobs.Get()
	job.Value().Name = name
	r.push(attempt{job: job, tries: 1})
}

// The job is sent, or waits.
func notify(r *ring, job rcpool.Ref[Job], send func(*Job) error) {
	if err := send(job.Value()); err != nil {
		r.push(attempt{job: job, tries: 1})
		return
	}
	job.Release()
}

// The ring is this function's own, and cleared.
func all(names []string, send func(*Job) error) {
	var r ring
	defer r.clear()
	for _, name := range names {
		job := jobs.Get()
		job.Value().Name = name
		notify(&r, job, send)
	}
}

// What is taken out goes back, or is released.
func retry(r *ring, send func(*Job) error) {
	for range r.n {
		a, ok := r.pop()
		if !ok {
			return
		}
		a.tries++
		switch err := send(a.job.Value()); {
		case err == nil, a.tries > 3:
			a.job.Release()
		default:
			r.push(a)
		}
	}
}

// The hub has the reference of each notice.
func publishAll(h *hub, topics []string) {
	for _, topic := range topics {
		h.publish(newNotice(topic))
	}
}

// The same by other goroutines, for a hub of this function.
func publishAtOnce(topics []string) {
	h := new(hub)
	var publishers sync.WaitGroup
	for range 2 {
		publishers.Go(func() {
			for _, topic := range topics {
				h.publish(newNotice(topic))
			}
		})
	}
	publishers.Wait()
	h.close()
}

// The hub has one reference, and this function another.
func publishAndKeep(h *hub) int {
	n := newNotice("both")
	n.IncrementReferenceCount()
	h.publish(n)
	length := len(n.topic)
	n.DecrementReferenceCount()
	return length
}

// It is kept in a list at an index.
func keepAll(topics []string) {
	h := &hub{recent: make([]*notice, 2)}
	defer h.close()
	for _, topic := range topics {
		h.keep(newNotice(topic))
	}
}

// The cache has one reference, and the caller the other.
func render(c *cache, key string, write func(*stdpool.ByteRef) error) (stdpool.ByteRef, error) {
	body := stdpool.Bytes(0)
	if err := write(&body); err != nil {
		body.Release()
		return stdpool.ByteRef{}, err
	}
	c.store(key, body.Retain())
	return body, nil
}

// The cache has the only one.
func renderAhead(c *cache, keys []string) {
	for _, key := range keys {
		body := stdpool.Bytes(0)
		body.WriteString(key)
		c.store(key, body)
	}
}

// The list has the structs, and they the jobs.
func queue(l *list.List) {
	a, b, c := jobs.Get(), jobs.Get(), jobs.Get()
	waitFor(l, attempt{job: a})
	waitBoth(l, attempt{job: b}, attempt{job: c})
}

// The store has a reference to each half, or released it.
func backup(s *store, data []byte) (sums []string) {
	file := stdpool.Bytes(0)
	defer file.Release()
	file.Write(data)
	half := file.Len() / 2
	return append(sums, s.add(file.Slice(0, half)), s.add(file.Slice(half, file.Len())))
}

// The tree has the new child.
func plant(root *tree) {
	root.replace(0, &tree{job: jobs.Get()})
}

// Each job is in one of the two lists.
func spend(n, limit int) (cost int) {
	var in []rcpool.Ref[Job]
	for i := range n {
		job := jobs.Get()
		job.Value().Cost = i
		in = append(in, job)
	}
	out, rest := within(in, limit)
	for _, job := range rest {
		job.Release()
	}
	for _, job := range out {
		cost += job.Value().Cost
		job.Release()
	}
	return cost
}
