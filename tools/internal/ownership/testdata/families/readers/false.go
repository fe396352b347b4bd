package readers

import (
	"github.com/rcpool/rcpool"
	"github.com/valyala/fasthttp"
)

// It is read before its release.
func early() int {
	o := orders.Get()
	defer o.Release()
	o.Value().cents = 3
	return price(o)
}

// The queue has a reference of its own.
func (t *till) soldBoth(o rcpool.Ref[order]) int {
	defer o.Release()
	t.queue <- o.Retain()
	return price(o)
}

// The callee asks whether it is there.
func maybe(o rcpool.Ref[order], closed bool) int {
	if closed {
		o.Release()
	}
	n := priceIfThere(o)
	if !closed {
		o.Release()
	}
	return n
}

// The memory of a parameter is read first.
func firstOf(r *fasthttp.Response) byte {
	defer fasthttp.ReleaseResponse(r)
	return r.Body()[0]
}
