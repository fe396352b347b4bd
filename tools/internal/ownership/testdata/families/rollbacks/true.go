package rollbacks

import "github.com/rcpool/rcpool"

// What the list has is released directly.
func (l *ledger) direct(cents int) error {
	p := postings.Get()
	l.posted = append(l.posted, p) // want "escape: "
	if cents > 500 {
		p.Release()
		return errBroke
	}
	return nil
}

// A deferred call releases what the list has.
func (l *ledger) deferred(cents int) int {
	p := postings.Get()
	defer p.Release()
	l.posted = append(l.posted, p) // want "escape: "
	return p.Value().Cents + cents
}

// A failed draft is not posted, and not released.
func (l *ledger) lost(all []int) (err error) {
	mark := len(l.posted)
	defer func() {
		if err != nil {
			l.down(mark)
		}
	}()
	for _, cents := range all {
		p := postings.Get() // want "leak: "
		p.Value().Cents = cents
		if cents > 500 {
			return errBroke
		}
		l.posted = append(l.posted, p)
	}
	return nil
}

// A draft is lost if the next one fails.
func (l *ledger) pair(a, b int) error {
	mark := len(l.posted)
	p, err := draft(a) // want "leak: "
	if err != nil {
		return err
	}
	q, err := draft(b)
	if err != nil {
		l.up(mark)
		return err
	}
	l.posted = append(l.posted, p, q)
	return nil
}

// The draft is used after all were released.
func (l *ledger) usedAfterAll(cents int) int {
	p := postings.Get()
	l.posted = append(l.posted, p)
	l.all()
	return p.Value().Cents + cents // want "use-after-release: "
}

// The draft is used after all were dropped.
func (l *ledger) usedAfterDrop(cents int) int {
	p := postings.Get()
	l.posted = append(l.posted, p)
	l.drop()
	return p.Value().Cents + cents // want "use-after-release: "
}

// It is released twice: in the list, and directly.
func (l *ledger) twice(cents int) int {
	p := postings.Get()
	p.Value().Cents = cents
	l.posted = append(l.posted, p)
	l.drop()
	p.Release() // want "double-release: "
	return len(l.posted)
}

// The last one is released by a loop over a local tail, and used.
func (l *ledger) localTail(all []int) int {
	p := postings.Get()
	tail := append(l.posted[:0:0], p)
	for i := len(tail) - 1; i >= 0; i-- {
		tail[i].Release()
	}
	return p.Value().Cents + len(all) // want "use-after-release: "
}

// The undone posting is used after it was taken back.
func (l *ledger) usedAfterDown(cents int) int {
	mark := len(l.posted)
	p := postings.Get()
	l.posted = append(l.posted, p)
	l.down(mark)
	return p.Value().Cents + cents // missed "use-after-release: "
}

// The undone posting is released once more.
func (l *ledger) twiceDown(cents int) int {
	mark := len(l.posted)
	p := postings.Get()
	p.Value().Cents = cents
	l.posted = append(l.posted, p) // want "escape: "
	l.up(mark)
	p.Release()
	return len(l.posted)
}

// It is released by name, and stays in the list.
func (l *ledger) stays(cents int) error {
	p := postings.Get()
	p.Value().Cents = cents
	l.posted = append(l.posted, p) // want "escape: "
	if cents > 500 {
		rcpool.Drop(&p)
		return errBroke
	}
	return nil
}

// A draft is lost when nothing is undone.
func (l *ledger) notUndone(cents int) error {
	p := postings.Get() // want "leak: "
	p.Value().Cents = cents
	if cents > 500 {
		l.all()
		return errBroke
	}
	l.posted = append(l.posted, p)
	return nil
}
