package experiment

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime"
	"strings"

	"github.com/rcpool/rcpool/lab/standin"
)

// influences are environment variables that change how the services run. They inherit them.
var influences = []string{"GOMEMLIMIT", "GODEBUG", "RCPOOL_CHECK"}

func (c Config) setup() Setup {
	s := Setup{
		Variants: c.Variants, Base: Base(c.Variants), Head: Head(c.Variants), Rate: c.Rate, Arrivals: c.Arrivals,
		Sets: c.Sets, Rounds: c.Rounds, Block: c.Block, Warmup: c.Warmup, Seed: c.Seed, Items: c.Items,
		GOGC: c.GOGC, Procs: c.Procs, Heap: c.Heap, Cores: share(runtime.NumCPU()).String(),
		Serve: cmp.Or(c.Serve, c.Rate), Price: c.Price, Env: make(map[string]string),
	}
	for _, name := range influences {
		if value, ok := os.LookupEnv(name); ok {
			s.Env[name] = value
		}
	}
	if c.Limit != "" {
		s.Env["GOMEMLIMIT"] = c.Limit
	}
	servers := map[string]string{
		standin.Redis: strings.Join(c.Redis, ","), standin.Kafka: strings.Join(c.Kafka, ","),
		standin.Location: c.Location, standin.Pricing: c.Pricing,
	}
	defaults := standin.DefaultDelays()
	for _, name := range standin.Names {
		backend := Backend{Name: name, Servers: servers[name]}
		if backend.Servers == "" {
			delay, ok := c.Delay[name]
			if !ok {
				delay = defaults[name]
			}
			backend.Delay = delay.String()
		}
		s.Backends = append(s.Backends, backend)
	}
	return s
}

// interrupted reports whether an experiment ended because a person wanted it to.
func interrupted(err error) bool { return errors.Is(err, context.Canceled) }
