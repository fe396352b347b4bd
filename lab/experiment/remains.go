package experiment

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/lab/process"
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
type Allocated struct{ Bytes, Objects float64 }

func (a Allocated) plus(b Allocated) Allocated {
	return Allocated{a.Bytes + b.Bytes, a.Objects + b.Objects}
}

// Sum adds up some libraries.
func (r Remainder) Sum(of []Library) (sum Allocated) {
	for _, library := range of {
		sum = sum.plus(r.By[library])
	}
	return sum
}

// everyAllocation makes the runtime profile each allocation, so that the figures are counts and not estimates.
const everyAllocation = "GODEBUG=memprofilerate=1"

// Remains measures what each variant leaves to allocate for a request, by library. It starts its children in the group,
// as Run does, sends as many requests to each variant after a warm-up, and compares allocation profiles.
func Remains(ctx context.Context, group *process.Group, c Config, requests int) ([]Remainder, error) {
	plain := c.Variants
	c.Variants = nil
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
	warm := r.count(r.Warmup)
	load := func(first, count int) (map[Library]Allocated, error) {
		result, err := lab.attack(ctx, v, r.requests(first, count))
		if err != nil {
			return nil, err
		}
		if result.Success() < 1 {
			return nil, fmt.Errorf("not all of %d requests were answered well: %v", count, result.Errors)
		}
		if _, err := r.quiet(ctx, v); err != nil {
			return nil, err
		}
		return lab.allocated(ctx, v)
	}
	before, err := load(0, warm)
	if err != nil {
		return nil, err
	}
	after, err := load(warm, requests)
	if err != nil {
		return nil, err
	}
	for library, a := range after {
		b := before[library]
		after[library] = Allocated{(a.Bytes - b.Bytes) / float64(requests), (a.Objects - b.Objects) / float64(requests)}
	}
	return after, nil
}

// allocated asks a service what its process has allocated since it began, by library.
func (c *children) allocated(ctx context.Context, v Variant) (map[Library]Allocated, error) {
	profile, err := get(ctx, "http://"+c.services[v].Admin+"/debug/pprof/heap?debug=1&gc=1")
	if err != nil {
		return nil, fmt.Errorf("allocation profile: %w", err)
	}
	return byLibrary(bytes.NewReader(profile))
}

// byLibrary reads an allocation profile in the text form of runtime/pprof, in which each allocation was counted. A
// record is a line "live: bytes [allocations: bytes] @ addresses", and a line for each function, the innermost first.
func byLibrary(profile io.Reader) (map[Library]Allocated, error) {
	by := make(map[Library]Allocated)
	var a Allocated
	var stack []string
	end := func() {
		if library, ok := ownerOf(stack); ok && a.Objects > 0 {
			by[library] = by[library].plus(a)
		}
		a, stack = Allocated{}, nil
	}
	lines := bufio.NewScanner(profile)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() || !strings.HasSuffix(lines.Text(), "@ heap/2") {
		return nil, fmt.Errorf("allocation profile: it begins with %q, so not every allocation is in it", lines.Text())
	}
	for lines.Scan() {
		line := lines.Text()
		if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "#" && strings.HasPrefix(fields[1], "0x") {
			stack = append(stack, fields[2])
			continue
		}
		end()
		var live, bytes int64
		if _, err := fmt.Sscanf(line, "%d: %d [%g: %g] @", &live, &bytes, &a.Objects, &a.Bytes); err != nil {
			a = Allocated{} // a blank line, or the figures of the runtime at the end
		}
	}
	end()
	return by, lines.Err()
}

// ownerOf returns the library that an allocation counts for. What was allocated to observe the service is not counted.
func ownerOf(stack []string) (owner Library, counted bool) {
	owner = Other
	for _, function := range stack {
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
