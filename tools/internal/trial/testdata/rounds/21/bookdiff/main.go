// truth: double-release line 70,86 hard
package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

// Depth is a snapshot of an order book.
type Depth struct {
	Seq    int
	Levels map[int]int
	Last   bool
}

func (d *Depth) Reset() {
	clear(d.Levels)
	d.Seq, d.Last = 0, false
}

var depths = rcpool.Pool[Depth]{
	Name: "depths",
	New:  func() *Depth { return &Depth{Levels: make(map[int]int)} },
}

func decode(seq int, text string) (rcpool.Ref[Depth], error) {
	ref := depths.Get()
	defer rcpool.Drop(&ref)
	d := ref.Value()
	d.Seq = seq
	for _, field := range strings.Fields(text) {
		if field == "end" {
			d.Last = true
			continue
		}
		price, qty, ok := strings.Cut(field, "x")
		if !ok {
			return rcpool.Ref[Depth]{}, fmt.Errorf("snapshot %d: bad level %q", seq, field)
		}
		p, err := strconv.Atoi(price)
		if err != nil {
			return rcpool.Ref[Depth]{}, err
		}
		d.Levels[p], _ = strconv.Atoi(qty)
	}
	return rcpool.Move(&ref), nil
}

func changed(old, cur *Depth) (n int) {
	for p, q := range cur.Levels {
		if old.Levels[p] != q {
			n++
		}
	}
	for p := range old.Levels {
		if _, ok := cur.Levels[p]; !ok {
			n++
		}
	}
	return n
}

// follow prints how much each snapshot differs from the one before.
func follow(feed []string) error {
	var prev rcpool.Ref[Depth]
	defer func() {
		rcpool.Drop(&prev)
	}()
	for seq, text := range feed {
		cur, err := decode(seq, text)
		if err != nil {
			return err
		}
		if prev.IsZero() {
			fmt.Printf("%d: %d levels\n", seq, len(cur.Value().Levels))
		} else {
			fmt.Printf("%d: %d changed\n", seq, changed(prev.Value(), cur.Value()))
			prev.Release()
		}
		prev = cur
		if cur.Value().Last {
			fmt.Println("session over at", prev.Value().Seq)
			cur.Release()
			break
		}
	}
	return nil
}

func main() {
	fmt.Println(follow([]string{"100x5 101x7", "100x5 101x6", "100x4"}))
	fmt.Println(follow([]string{"100x5", "101"}))
	fmt.Println(follow([]string{"100x5", "100x6 end", "100x7"}))
}
