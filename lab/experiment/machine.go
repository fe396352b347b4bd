package experiment

import (
	"bufio"
	"context"
	"errors"
	"os"
	"runtime"
	"strings"

	"github.com/rcpool/rcpool/lab/standin"
)

// Machine is where an experiment ran.
type Machine struct {
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Go    string `json:"go"`
}

func machine() Machine {
	return Machine{CPU: cpuModel(), Cores: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version()}
}

// cpuModel is what Linux calls the processor, and its architecture where that cannot be had.
func cpuModel() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// influences are the variables that change how the services run and that they inherit.
var influences = []string{"GOMEMLIMIT", "GODEBUG", "RCPOOL_CHECK"}

func (c Config) setup() Setup {
	s := Setup{Rate: c.Rate, Rounds: c.Rounds, Block: c.Block, Warmup: c.Warmup, Seed: c.Seed, GOGC: c.GOGC, Procs: c.Procs}
	for _, name := range influences {
		if value, ok := os.LookupEnv(name); ok {
			if s.Env == nil {
				s.Env = make(map[string]string)
			}
			s.Env[name] = value
		}
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
