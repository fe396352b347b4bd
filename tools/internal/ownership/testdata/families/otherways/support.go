// Package otherways is about methods that release what is in a field on one way, and give it to unknown
// code on another way, which releases it too.
package otherways

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type report struct{ rows int }

var reports = rcpool.Pool[report]{
	New:   func() *report { return new(report) },
	Reset: func(r *report) { r.rows = 0 },
}

// finish is any function that finishes something.
func finish[R interface{ Release() }](what R) { what.Release() }

type builder struct {
	ref  rcpool.Ref[report]
	errs []error
}

func newBuilder() *builder { return &builder{ref: reports.Get()} }

// done gives the report to the caller, or up.
func (b *builder) done() (*report, error) {
	if err := errors.Join(b.errs...); err != nil {
		finish(b.ref)
		return nil, err
	}
	return b.ref.Detach(), nil
}

type sink func(rcpool.Ref[report])

// send gives it to the sink, if there is one.
func (b *builder) send(to sink) bool {
	if to == nil {
		b.ref.Release()
		return false
	}
	to(b.ref)
	return true
}

type releaser interface{ Release() }

func giveUp(what releaser) { what.Release() }

// close gives it up in any case.
func (b *builder) close(quick bool) int {
	if !quick {
		rows := b.ref.Value().rows
		giveUp(b.ref)
		return rows
	}
	b.ref.Release()
	return 0
}

// lost gives it up only if there is no error.
func (b *builder) lost() error {
	if err := errors.Join(b.errs...); err != nil {
		return err
	}
	b.ref.Release()
	return nil
}
