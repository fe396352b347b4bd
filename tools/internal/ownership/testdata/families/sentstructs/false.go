package sentstructs

import "github.com/rcpool/rcpool"

// A packet that is lost is not sent.
func (q *queue) pushOrLose(p packet) {
	if p.id > 100 {
		q.lost++
		p.data.Release()
		return
	}
	q.packets <- p
}

// It gets another body.
func (q *queue) replace(p packet, other rcpool.Ref[body]) {
	p.release()
	p.data = other
	q.packets <- p
}

// The queue gets a reference of its own.
func (q *queue) share(p packet) {
	defer p.data.Release()
	q.packets <- packet{p.id, p.data.Retain()}
}

// What is dropped leaves an empty packet, which says that this was the last one.
func (q *queue) finish(p packet) {
	rcpool.Drop(&p.data)
	q.packets <- p
}
