// Package experiment compares variants of the web service: it starts all parts as child processes, sends the same
// requests to each variant in interleaved rounds, and says what differs by more than the noise.
//
// The method: all variants run at the same time, each in a process of its own, and one of them, the base, runs twice.
// A round sends the same block of requests to each process in turn, and every second round in the opposite order. After
// some rounds all processes are replaced by fresh ones: that is a set. What a round measured of two variants is a pair;
// the ratio of a figure is estimated over the pairs, with a 95 % interval over the sets and then over the rounds of
// each. The ratio of the twin to the base, whose true value is 1, shows what noise alone does.
package experiment

import (
	"io"
	"time"

	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Config is what one experiment does. All variants get the same of everything.
type Config struct {
	Variants []Variant        // what is compared; see CheckVariants
	Rate     float64          // requests a second
	Arrivals traffic.Arrivals // how they are spread
	Sets     int              // of fresh processes
	Rounds   int              // measured rounds of each set; each gives one pair of blocks
	Block    time.Duration    // length of a variant's block in a round
	Warmup   time.Duration    // length of the block before the first round of a set, which is not counted
	Seed     uint64           // names the sequence of requests
	Items    int              // of a request, on average

	GOGC    string        // of the services, unless a variant sets it
	Procs   int           // GOMAXPROCS of the services
	Limit   string        // GOMEMLIMIT of the services, unless a variant sets it; "" for none
	Heap    int           // MiB that each service keeps in its heap beside what requests need
	Timeout time.Duration // of a request

	Delay map[string]standin.Delay // of the stand-ins, by name
	// Real servers instead of stand-ins; empty means the stand-in.
	Redis, Kafka      []string
	Location, Pricing string
	Topic             string

	Serve float64 // requests a second that the reader has to serve, for what each variant needs; 0 is Rate
	Price float64 // of a processor hour, for the money; 0 for none

	Commit string // of the repository, for the Result; may be empty

	Log      io.Writer      // where the children's logs go, marked with their names; nil keeps them for error messages
	Progress func(Progress) // called at the start of each block, by one goroutine; nil for none

	apart bool // no variant is compared with another, so there is no twin
}

// Progress is where an experiment is.
type Progress struct {
	Set     int // from 1
	Sets    int
	Round   int // from 1; 0 is the warm-up
	Rounds  int
	Variant Variant
	Blocks  int // blocks finished, of
	Of      int // all blocks, those of the warm-up included
	Left    time.Duration
}

// count is the number of requests in a block of length d.
func (c Config) count(d time.Duration) int { return max(1, int(c.Rate*d.Seconds()+0.5)) }
