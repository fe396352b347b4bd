// truth: leak line 29,33 hard
package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Auction struct {
	ID    int
	Title string
	Bids  []int
}

func (a *Auction) Reset() { *a = Auction{Bids: a.Bids[:0]} }

var auctions = rcpool.Pool[Auction]{Name: "auctions"}

// House owns the auctions that are on.
type House struct {
	live map[int]rcpool.Ref[Auction]
}

func (h *House) list(id int, title string, start int) {
	a := auctions.Get()
	v := a.Value()
	v.ID, v.Title = id, title
	v.Bids = append(v.Bids, start)
	h.live[id] = a
}

func (h *House) bid(id, cents int) error {
	a, ok := h.live[id]
	if !ok {
		return fmt.Errorf("auction %d is over", id)
	}
	v := a.Value()
	if last := v.Bids[len(v.Bids)-1]; cents <= last {
		return fmt.Errorf("auction %d is at %d", id, last)
	}
	v.Bids = append(v.Bids, cents)
	return nil
}

func (h *House) hammer(id int) (int, bool) {
	a, ok := h.live[id]
	if !ok {
		return 0, false
	}
	defer a.Release()
	delete(h.live, id)
	bids := a.Value().Bids
	return bids[len(bids)-1], len(bids) > 1
}

func (h *House) command(line string) (string, error) {
	f := strings.Fields(line)
	id, err := strconv.Atoi(f[1])
	if err != nil {
		return "", err
	}
	n := 0
	if len(f) > 2 {
		if n, err = strconv.Atoi(f[2]); err != nil {
			return "", err
		}
	}
	switch f[0] {
	case "list":
		h.list(id, fmt.Sprint("lot ", id), n)
	case "bid":
		return "", h.bid(id, n)
	case "hammer":
		cents, sold := h.hammer(id)
		return fmt.Sprint(cents, " ", sold), nil
	}
	return "", nil
}

func (h *House) Close() {
	var open []int
	for id := range h.live {
		open = append(open, id)
	}
	sort.Ints(open)
	for _, id := range open {
		h.hammer(id)
	}
}

func main() {
	h := &House{live: map[int]rcpool.Ref[Auction]{}}
	defer h.Close()
	for _, line := range []string{"list 1 100", "bid 1 150", "list 2 70", "bid 2 60", "list 2 40", "bid 2 60", "hammer 1", "hammer 3"} {
		if out, err := h.command(line); err != nil || out != "" {
			fmt.Println(line, "->", out, err)
		}
	}
}
