package selects

import (
	"context"

	"github.com/rcpool/rcpool"
)

// What the queue has no room for is dropped, and released.
func offerOrRelease(queue chan<- rcpool.Ref[Message], key int) bool {
	ref := messages.Get()
	produce(ref.Value(), key)
	select {
	case queue <- ref:
		return true
	default:
		ref.Release()
		return false
	}
}

// The drop gives up what was not sent.
func publishOrDrop(ctx context.Context, queue chan<- rcpool.Ref[Message], key int) error {
	ref := messages.Get()
	defer rcpool.Drop(&ref)
	produce(ref.Value(), key)
	select {
	case queue <- ref:
		ref = rcpool.Ref[Message]{}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The flag says whether the queue has it.
func offerFlagged(queue chan<- rcpool.Ref[Message], dropped *int, key int) {
	ref := messages.Get()
	produce(ref.Value(), key)
	sent := false
	select {
	case queue <- ref:
		sent = true
	default:
		*dropped++
	}
	if !sent {
		ref.Release()
	}
}

// Each message that is received is released, until there are no more.
func writeAll(ctx context.Context, queue <-chan rcpool.Ref[Message]) error {
	for {
		select {
		case ref, ok := <-queue:
			if !ok {
				return nil
			}
			write(ref.Value())
			ref.Release()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
