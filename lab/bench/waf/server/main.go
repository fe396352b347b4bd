// Server is what lab/bench/waf loads: net/http, the Coraza web application firewall
// with the OWASP core rule set in front of a handler that answers "ok". It is
// built once for each way to lease transactions.
//
// It listens on a free port of 127.0.0.1, and writes the address to standard
// output, in JSON. It answers each line on standard input with a line of Counters.
// It ends when standard input does, so that nothing is left running however its
// parent ends. The line "begin" also resets the peak of the resident set, because
// the rules take more memory to read than to apply.
package main

import (
	"bufio"
	"encoding/json"
	"expvar"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"

	coreruleset "github.com/corazawaf/coraza-coreruleset/v4"
	"github.com/corazawaf/coraza/v3"
	corazahttp "github.com/corazawaf/coraza/v3/http"
)

const rules = `
Include @coraza.conf-recommended
Include @crs-setup.conf.example
Include @owasp_crs/*.conf
SecRuleEngine On
SecAuditEngine Off
`

// Counters are what the process has done so far. PeakRSS and CPU are 0 if the
// system does not tell.
type Counters struct {
	Mallocs    uint64
	Bytes      uint64
	GCs        uint32
	PauseTotal uint64 // ns, for which collections have stopped the world
	PauseMax   uint64 // ns, the longest since "begin", of the last 256 collections
	CPU        float64
	PeakRSS    uint64
	Pools      json.RawMessage // rcpool.AllStats(), if the transactions are leased from one
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("waf server: ")
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func serve(in io.Reader, out io.Writer) error {
	firewall, err := coraza.NewWAF(coraza.NewWAFConfig().WithRootFS(coreruleset.FS).WithDirectives(rules))
	if err != nil {
		return fmt.Errorf("read the rules: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") })
	server := &http.Server{
		Handler:  corazahttp.WrapHandler(firewall, answer),
		ErrorLog: log.New(io.Discard, "", 0), // of connections that the load has closed
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()

	say := json.NewEncoder(out)
	if err := say.Encode(struct{ Addr string }{listener.Addr().String()}); err != nil {
		return err
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	began := uint32(0) // collections
	for {
		select {
		case err := <-failed:
			return fmt.Errorf("serve: %w", err)
		case line, open := <-lines:
			if !open {
				return server.Close()
			}
			if line == "begin" {
				debug.FreeOSMemory()
				forgetPeak()
				began = collections()
			}
			if err := say.Encode(count(began)); err != nil {
				return err
			}
		}
	}
}

func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}

// count returns the counters. It leaves out the pauses of the collections up to
// began.
func count(began uint32) Counters {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	c := Counters{
		Mallocs: m.Mallocs, Bytes: m.TotalAlloc, GCs: m.NumGC, PauseTotal: m.PauseTotalNs,
		CPU: cpuSeconds(), PeakRSS: peakRSS(),
	}
	for n := m.NumGC; n > began && n+uint32(len(m.PauseNs)) > m.NumGC; n-- {
		c.PauseMax = max(c.PauseMax, m.PauseNs[(n+255)%256])
	}
	if pools := expvar.Get("rcpool"); pools != nil {
		c.Pools = json.RawMessage(pools.String())
	}
	return c
}
