package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/tools/allocation"
)

// A Library is code that allocates. An allocation counts for the library of the innermost function on its stack that
// belongs to one.
type Library string

const (
	GRPC    Library = "gRPC and protobuf"
	NetHTTP Library = "net/http"
	GoRedis Library = "go-redis"
	Franz   Library = "franz-go"
	JSON    Library = "JSON"
	Gzip    Library = "gzip"
	Own     Library = "the service"
	RCPool  Library = "rcpool"
	Other   Library = "other"
)

// Libraries lists all of them.
var Libraries = []Library{GRPC, NetHTTP, GoRedis, Franz, JSON, Gzip, Own, RCPool, Other}

// Floor are the libraries that speak to the network. What they allocate is not the service's to pool, unless they are
// called in another way.
var Floor = []Library{GRPC, NetHTTP, GoRedis, Franz}

// owners are the libraries by the beginning of the names of their functions. The first that fits decides.
var owners = []struct {
	prefix string
	owner  Library
}{
	{"github.com/rcpool/rcpool/lab/", Own},
	{"main.", Own},
	{"github.com/rcpool/rcpool", RCPool},
	{"google.golang.org/grpc", GRPC},
	{"google.golang.org/protobuf", GRPC},
	{"golang.org/x/net/http2", GRPC},
	{"net/http", NetHTTP},
	{"github.com/redis/go-redis", GoRedis},
	{"github.com/twmb/franz-go", Franz},
	{"encoding/json", JSON},
	{"github.com/bytedance/sonic", JSON},
	{"compress/", Gzip},
}

// Remainder is what a variant allocates for one request.
type Remainder struct {
	Variant Variant
	By      map[Library]Allocated
}

// Allocated is how much was allocated.
type Allocated = allocation.Amount

// Sum adds up some libraries.
func (r Remainder) Sum(of []Library) (sum Allocated) {
	for _, library := range of {
		sum = sum.Plus(r.By[library])
	}
	return sum
}

// everyAllocation makes the runtime profile each allocation, so that the figures are counts and not estimates.
const everyAllocation = "GODEBUG=memprofilerate=1"

// Remains measures what each variant leaves to allocate for a request, by library. It starts its children in the group,
// as Run does, sends as many requests to each variant after a warm-up, and compares allocation profiles.
func Remains(ctx context.Context, group *process.Group, c Config, requests int) ([]Remainder, error) {
	plain := c.Variants
	c.Variants, c.apart = nil, true
	for _, v := range plain {
		joint := ":"
		if v.env() != nil {
			joint = "+"
		}
		c.Variants = append(c.Variants, v+Variant(joint+everyAllocation))
	}
	r := newRun(c)
	watched, lab, stop, err := open(ctx, group, c)
	if err != nil {
		return nil, err
	}
	r.bench = lab
	var all []Remainder
	for i, v := range c.Variants {
		by, err := r.remains(watched, lab, v, requests)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", plain[i], firstOf(watched, err)), stop())
		}
		all = append(all, Remainder{plain[i], by})
	}
	return all, stop()
}

func (r *run) remains(ctx context.Context, lab *children, v Variant, requests int) (map[Library]Allocated, error) {
	p, err := r.allocations(ctx, lab, v, requests)
	if err != nil {
		return nil, err
	}
	by, err := byLibrary(p)
	for library, a := range by {
		by[library] = Allocated{Bytes: a.Bytes / float64(requests), Objects: a.Objects / float64(requests)}
	}
	return by, err
}

// byLibrary adds up a profile in which each allocation was counted.
func byLibrary(p *allocation.Profile) (map[Library]Allocated, error) {
	if p.Period != 1 {
		return nil, fmt.Errorf("allocation profile: one allocation in %.0f bytes is in it, so not every one", p.Period)
	}
	by := make(map[Library]Allocated)
	for _, record := range p.Records {
		if library, ok := ownerOf(record.Stack); ok {
			by[library] = by[library].Plus(record.Allocated)
		}
	}
	return by, nil
}

// ownerOf returns the library that an allocation counts for. What was allocated to observe the service is not counted.
func ownerOf(stack []allocation.Frame) (owner Library, counted bool) {
	owner = Other
	for _, frame := range stack {
		function := frame.Function
		if strings.HasPrefix(function, "runtime/pprof.") || strings.Contains(function, "(*service).snapshot") {
			return "", false
		}
		for _, o := range owners {
			if owner == Other && strings.HasPrefix(function, o.prefix) {
				owner = o.owner
			}
		}
	}
	return owner, len(stack) > 0
}
