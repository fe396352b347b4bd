package sentstructs

// A packet that is lost is sent all the same.
func (q *queue) push(p packet) {
	if p.id > 100 {
		q.lost++
		p.data.Release()
	}
	q.packets <- p // want "use-after-release: "
}

// A method has released it.
func (q *queue) pushed(p packet) {
	if p.id > 100 {
		p.release()
	}
	q.packets <- p // want "use-after-release: "
}

// Bytes are no better.
func (q *queue) pushFrame(f frame) {
	if f.id > 100 {
		f.data.Release()
	}
	q.frames <- f // want "use-after-release: "
}

// It is released on all ways.
func (q *queue) pushBlindly(p packet) {
	q.lost += p.data.Value().n
	p.data.Release()
	q.packets <- p // want "use-after-release: "
}
