package standin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Delay is a distribution of delays. It is written, as a flag or in JSON, in one
// of these ways:
//
//	0                   none; also the zero Delay
//	5ms                 always the same
//	uniform:1ms-9ms     every delay between the two is as likely
//	lognormal:8ms,0.4   half are below the median 8ms; the sigma 0.4 of the
//	                    logarithm says how long the tail is: one in twenty is
//	                    above e^(1.64*0.4) = 1.9 medians, one in a hundred
//	                    above e^(2.33*0.4) = 2.5
//
// A Delay is a value that can be compared and copied; it implements flag.Value,
// encoding.TextMarshaler and encoding.TextUnmarshaler.
type Delay struct {
	shape shape
	low   time.Duration // the constant, the lower bound, or the median
	high  time.Duration // the upper bound
	sigma float64
}

type shape uint8

const (
	constantShape shape = iota
	uniformShape
	lognormalShape
)

// maxSigma keeps a slip of the pen from asking for delays of hours.
const maxSigma = 2

func lognormal(median time.Duration, sigma float64) Delay {
	return Delay{shape: lognormalShape, low: median, sigma: sigma}
}

// Draw returns the next delay that r makes of the distribution; never below 0.
// It is as safe for concurrent use as r.
func (d Delay) Draw(r *rand.Rand) time.Duration {
	switch d.shape {
	case uniformShape:
		return d.low + time.Duration(r.Int64N(int64(d.high-d.low)+1))
	case lognormalShape:
		return time.Duration(float64(d.low) * math.Exp(d.sigma*r.NormFloat64()))
	default:
		return d.low
	}
}

// String returns d in the notation that Set reads.
func (d Delay) String() string {
	switch d.shape {
	case uniformShape:
		return fmt.Sprintf("uniform:%v-%v", d.low, d.high)
	case lognormalShape:
		return fmt.Sprintf("lognormal:%v,%v", d.low, d.sigma)
	default:
		if d.low == 0 {
			return "0"
		}
		return d.low.String()
	}
}

// Set makes d what s says; on an error d stays as it was.
func (d *Delay) Set(s string) error {
	parsed, err := parseDelay(s)
	if err != nil {
		return fmt.Errorf("delay %q: %w (write 0, 5ms, uniform:1ms-9ms or lognormal:8ms,0.4)", s, err)
	}
	*d = parsed
	return nil
}

// MarshalText returns what String returns.
func (d Delay) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText does what Set does.
func (d *Delay) UnmarshalText(text []byte) error { return d.Set(string(text)) }

func parseDelay(s string) (Delay, error) {
	kind, rest, named := strings.Cut(s, ":")
	if !named {
		low, err := parseDuration(s)
		return Delay{low: low}, err
	}
	switch kind {
	case "uniform":
		from, to, ok := strings.Cut(rest, "-")
		if !ok {
			return Delay{}, fmt.Errorf("uniform needs two durations, as in 1ms-9ms")
		}
		low, err := parseDuration(from)
		if err != nil {
			return Delay{}, err
		}
		high, err := parseDuration(to)
		if err != nil {
			return Delay{}, err
		}
		if high < low {
			return Delay{}, fmt.Errorf("%v is below %v", high, low)
		}
		return Delay{shape: uniformShape, low: low, high: high}, nil
	case "lognormal":
		median, spread, ok := strings.Cut(rest, ",")
		if !ok {
			return Delay{}, fmt.Errorf("lognormal needs a median and a sigma, as in 8ms,0.4")
		}
		low, err := parseDuration(median)
		if err != nil {
			return Delay{}, err
		}
		sigma, err := strconv.ParseFloat(spread, 64)
		if err != nil || !(sigma >= 0 && sigma <= maxSigma) {
			return Delay{}, fmt.Errorf("sigma %q is not a number from 0 to %v", spread, maxSigma)
		}
		return lognormal(low, sigma), nil
	default:
		return Delay{}, fmt.Errorf("no distribution is called %q", kind)
	}
}

func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration with a unit", s)
	}
	if d < 0 {
		return 0, fmt.Errorf("%v is negative", d)
	}
	return d, nil
}
