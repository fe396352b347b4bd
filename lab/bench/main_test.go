package bench_test

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		warmUp(20 * time.Millisecond)
	}
	os.Exit(m.Run())
}

// warmUp leases and releases for a while. A process that has run for some time is
// what is to be measured: the first checked lease of a process is probed for a
// pointer that was kept, which collects garbage and then rests for a second. That
// would always fall to the same benchmark, the first one of a pool of rcpool.
func warmUp(d time.Duration) {
	var p rcpool.Pool[event]
	for end := time.Now().Add(d); time.Now().Before(end); {
		leaseRef(&p)
	}
}
