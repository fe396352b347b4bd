package passedthrough

import (
	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

// A zero reference stays one.
func next(n int) (rcpool.Ref[event], error) {
	if n < 0 {
		return same(rcpool.Ref[event]{}), errLate
	}
	return events.Get(), nil
}

func number(n int) (int, error) {
	ref, err := next(n)
	if err != nil {
		return 0, err
	}
	defer ref.Release()
	return ref.Value().n, nil
}

// There is no reference beside the error.
func numberAfter(n int) int {
	ref, err := after(n)
	if err != nil {
		return 0
	}
	defer ref.Release()
	return ref.Value().n
}

func none() rcpool.Ref[event] { return rcpool.Ref[event]{} }

func after(n int) (rcpool.Ref[event], error) {
	if n < 0 {
		return none(), errLate
	}
	return events.Get(), nil
}

// A reference stays one.
func passed() int {
	ref := same(events.Get())
	defer ref.Release()
	return ref.Value().n
}

// The function returns one of the two.
func chosen(ok bool) int {
	a, b := events.Get(), events.Get()
	defer a.Release()
	defer b.Release()
	return orElse(a, b, ok).Value().n
}

// Each channel gets a reference of its own.
func broadcast(payload []byte, to []chan mem.Buffer) {
	buf := mem.Copy(payload, buffers)
	defer buf.Free()
	for _, c := range to {
		retainer(buf).Ref()
		c <- buf
	}
}

// The buffer is freed by way of the interface.
func size(payload []byte) int {
	buf := mem.Copy(payload, buffers)
	n := buf.Len()
	freer(buf).Free()
	return n
}
