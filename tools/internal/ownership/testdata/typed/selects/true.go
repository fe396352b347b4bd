package selects

import (
	"context"

	"github.com/rcpool/rcpool"
)

// What the queue has no room for is dropped, and lost.
func offer(queue chan<- rcpool.Ref[Message], key int) bool {
	ref := messages.Get() // want "leak: "
	produce(ref.Value(), key)
	select {
	case queue <- ref:
		return true
	default:
		return false
	}
}

// When the context ends first, the message is lost.
func publish(ctx context.Context, queue chan<- rcpool.Ref[Message], key int) error {
	ref := messages.Get() // want "leak: "
	produce(ref.Value(), key)
	select {
	case queue <- ref:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The queue has it, or has it not: it is released.
func offerAndRelease(queue chan<- rcpool.Ref[Message], dropped *int, key int) {
	ref := messages.Get()
	produce(ref.Value(), key)
	select {
	case queue <- ref:
	default:
		ref.Release()
		*dropped++
		return
	}
	ref.Release() // want "double-release: "
}

// Who receives a reference owns it.
func writeFirst(ctx context.Context, queue <-chan rcpool.Ref[Message]) error {
	select {
	case ref := <-queue: // want "leak: "
		if !write(ref.Value()) {
			return nil
		}
		ref.Release()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
