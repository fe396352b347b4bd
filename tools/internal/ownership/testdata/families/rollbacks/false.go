package rollbacks

import "github.com/rcpool/rcpool"

// A deferred call undoes what was posted, if there was an error.
func (l *ledger) named(all []int) (err error) {
	mark := len(l.posted)
	defer func() {
		if err != nil {
			l.down(mark)
		}
	}()
	for _, cents := range all {
		p, err := draft(cents)
		if err != nil {
			return err
		}
		l.posted = append(l.posted, p)
		if cents > 500 {
			return errBroke
		}
	}
	return nil
}

// The same, without the callee.
func (l *ledger) inPlace(all []int) (err error) {
	mark := len(l.posted)
	defer func() {
		if err == nil {
			return
		}
		for i := len(l.posted) - 1; i >= mark; i-- {
			rcpool.Drop(&l.posted[i])
		}
		l.posted = l.posted[:mark]
	}()
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			return errBroke
		}
	}
	return nil
}

// The tail is released from the mark on.
func (l *ledger) upwards(all []int) (err error) {
	mark := len(l.posted)
	defer func() {
		if err != nil {
			l.up(mark)
		}
	}()
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			return errBroke
		}
	}
	return nil
}

// A loop ranges over the tail.
func (l *ledger) ranged(all []int) error {
	mark := len(l.posted)
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			l.tail(mark)
			return errBroke
		}
	}
	return nil
}

// The tail is cut off before it is released.
func (l *ledger) cutFirst(all []int) error {
	mark := len(l.posted)
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			l.first(mark)
			return errBroke
		}
	}
	return nil
}

// The last one is taken off again and again.
func (l *ledger) popped(all []int) error {
	mark := len(l.posted)
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			l.pop(mark)
			return errBroke
		}
	}
	return nil
}

// Zero references stay in the list.
func (l *ledger) zeros(all []int) error {
	mark := len(l.posted)
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			l.cleared(mark)
			return errBroke
		}
	}
	return nil
}

// All that was posted is undone.
func (l *ledger) emptied(all []int) error {
	for _, cents := range all {
		p := postings.Get()
		p.Value().Cents = cents
		l.posted = append(l.posted, p)
		if cents > 500 {
			l.all()
			return errBroke
		}
	}
	return nil
}

// One is posted, and undone at once.
func (l *ledger) one(cents int) error {
	mark := len(l.posted)
	p := postings.Get()
	p.Value().Cents = cents
	l.posted = append(l.posted, p)
	if cents > 500 {
		l.down(mark)
		return errBroke
	}
	return nil
}

// One is posted; a deferred call undoes it unless it is kept.
func (l *ledger) kept(cents int) error {
	mark, keep := len(l.posted), false
	defer func() {
		if !keep {
			l.up(mark)
		}
	}()
	l.posted = append(l.posted, postings.Get())
	if cents > 500 {
		return errBroke
	}
	keep = true
	return nil
}

// A part of what was posted is undone.
func (l *ledger) half(cents int) int {
	p := postings.Get()
	l.posted = append(l.posted, p)
	mark := len(l.posted)
	l.posted = append(l.posted, postings.Get())
	l.down(mark)
	return p.Value().Cents + cents
}

// All zero references stay in the list.
func (l *ledger) dropped(cents int) error {
	l.posted = append(l.posted, postings.Get())
	if cents > 500 {
		l.drop()
		return errBroke
	}
	return nil
}
