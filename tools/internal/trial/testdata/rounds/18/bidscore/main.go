// truth: use-after-release line 64 plain
package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Seat     string
	Micros   int64
	Segments []string
}

func (b *Bid) Reset() {
	b.Seat, b.Micros = "", 0
	clear(b.Segments)
	b.Segments = b.Segments[:0]
}

var bids = rcpool.Pool[Bid]{Name: "bids"}

type score struct {
	seat  string
	price int64
}

type floor map[string]int64

// parse understands "seat:micros:seg+seg".
func parse(line string, b *Bid) error {
	f := strings.Split(line, ":")
	if len(f) != 3 {
		return fmt.Errorf("malformed bid %q", line)
	}
	micros, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return err
	}
	b.Seat, b.Micros = f[0], micros
	b.Segments = append(b.Segments, strings.Split(f[2], "+")...)
	return nil
}

func rank(lines []string, floors floor) ([]score, error) {
	var out []score
	for _, line := range lines {
		ref := bids.Get()
		bid := ref.Value()
		if err := parse(line, bid); err != nil {
			ref.Release()
			return nil, err
		}
		min := int64(0)
		for _, s := range bid.Segments {
			min = max(min, floors[s])
		}
		if bid.Micros < min {
			ref.Release()
			fmt.Printf("below floor: %s\n", bid.Seat)
			continue
		}
		out = append(out, score{bid.Seat, bid.Micros - min})
		ref.Release()
	}
	sort.Slice(out, func(i, j int) bool { return out[i].price > out[j].price })
	return out, nil
}

func main() {
	floors := floor{"auto": 500, "sports": 900}
	got, err := rank([]string{"acme:1200:auto", "zeta:700:sports+auto", "omni:950:sports"}, floors)
	fmt.Println(got, err)
	_, err = rank([]string{"broken"}, floors)
	fmt.Println(err)
}
