// truth: double-release line 46 plain

// Bids are offered to the exchange, which may be too busy to take them.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type offer struct {
	campaign string
	price    int
}

var offers = rcpool.Pool[offer]{Name: "offers"}

type exchange struct {
	in     chan rcpool.Ref[offer]
	wg     sync.WaitGroup
	volume int
}

func (x *exchange) run(pause time.Duration) {
	for o := range x.in {
		x.volume += o.Value().price
		o.Release()
		time.Sleep(pause)
	}
}

func (x *exchange) submit(ctx context.Context, campaign string, price int) error {
	o := offers.Get()
	defer rcpool.Drop(&o)
	o.Value().campaign, o.Value().price = campaign, price
	select {
	case x.in <- o:
		o = rcpool.Ref[offer]{}
		return nil
	case <-ctx.Done():
		err := fmt.Errorf("offer of %s: %w", o.Value().campaign, ctx.Err())
		o.Release()
		return err
	}
}

func main() {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	x := &exchange{in: make(chan rcpool.Ref[offer])}
	x.wg.Go(func() { x.run(20 * time.Millisecond) })
	defer x.wg.Wait()
	defer close(x.in)
	for i := range 4 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		if err := x.submit(ctx, fmt.Sprint("c", i), 10*i); err != nil {
			fmt.Println(err)
		}
		cancel()
	}
}
