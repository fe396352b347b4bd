//go:build prometheus

package monitoring_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

var update = flag.Bool("update", false, "measure the reuse of 1, 2 and 4 replicas, and write it into docs/production.md")

// patience is how long a test waits for something that must come; no test passes
// or fails by how long it took.
const patience = 90 * time.Second

// rig is replicas of the lab's service, and a Prometheus that scrapes them.
type rig struct {
	binary     string
	backends   standin.Addresses
	prometheus string // host:port
}

// build starts the stand-ins, with these delays of the microservices.
func build(t *testing.T, location, pricing string) *rig {
	t.Helper()
	r := &rig{binary: filepath.Join(t.TempDir(), "lab")}
	if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", r.binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	r.start(t, "the stand-ins", &r.backends, "standins", "-redis-delay", "0", "-kafka-delay", "0", "-location-delay", location, "-pricing-delay", pricing, "-accesslog-delay", "0")
	return r
}

// start starts a part of the lab, which ends with the test.
func (r *rig) start(t *testing.T, name string, ready any, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	child, err := process.Start(ctx, process.Command{Name: name, Args: args, Path: r.binary}, ready)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := child.Stop(patience); err != nil {
			t.Error(err)
		}
	})
}

// replica starts one replica of the service.
func (r *rig) replica(t *testing.T, flags ...string) (at service.Endpoints) {
	t.Helper()
	r.start(t, "a replica", &at, append([]string{"serve", "-variant", "rcpool", "-redis", r.backends.Redis, "-kafka", r.backends.Kafka,
		"-location", r.backends.Location, "-pricing", r.backends.Pricing, "-accesslog", r.backends.AccessLog}, flags...)...)
	return at
}

func (r *rig) replicas(t *testing.T, n int) (all []service.Endpoints) {
	t.Helper()
	for range n {
		all = append(all, r.replica(t))
	}
	return all
}

// scrape starts a Prometheus with our rules, whose alerts fire at once. It
// scrapes each job.
func (r *rig) scrape(t *testing.T, jobs map[string][]service.Endpoints) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("rules.yml", regexp.MustCompile(`(?m)^( +for:).*$`).ReplaceAllString(string(read(t, rulesFile)), "$1 0s"))
	config := "global: {scrape_interval: 250ms, evaluation_interval: 250ms}\nrule_files: [rules.yml]\nscrape_configs:\n"
	for job, replicas := range jobs {
		config += fmt.Sprintf("  - {job_name: %s, static_configs: [{targets: [", job)
		for _, replica := range replicas {
			config += replica.Admin + ","
		}
		config += "]}]}\n"
	}
	write("prometheus.yml", config)
	promtool(t, nil, "check", "config", filepath.Join(dir, "prometheus.yml"))

	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.prometheus = free.Addr().String()
	free.Close()
	var log bytes.Buffer
	cmd := exec.Command("prometheus", "--config.file="+filepath.Join(dir, "prometheus.yml"), "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+r.prometheus)
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if t.Failed() {
			t.Logf("the log of Prometheus:\n%s", &log)
		}
	})
	n := 0
	for _, replicas := range jobs {
		n += len(replicas)
	}
	eventually(t, "all replicas are scraped", func() bool { return r.query("sum(up)") == float64(n) })
}

// query returns the value of an expression that has one, and else NaN.
func (r *rig) query(expression string) float64 {
	var answer struct {
		Data struct {
			Result []struct{ Value [2]any }
		}
	}
	if !r.ask("query?query="+url.QueryEscape(expression), &answer) || len(answer.Data.Result) != 1 {
		return math.NaN()
	}
	text, _ := answer.Data.Result[0].Value[1].(string)
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// firing returns the alerts that fire, as name, job and pool.
func (r *rig) firing() (alerts []string) {
	var answer struct {
		Data struct {
			Alerts []struct {
				State  string
				Labels map[string]string
			}
		}
	}
	r.ask("alerts", &answer)
	for _, a := range answer.Data.Alerts {
		if a.State == "firing" {
			alerts = append(alerts, fmt.Sprint(a.Labels["alertname"], " ", a.Labels["job"], " ", a.Labels["pool"]))
		}
	}
	return alerts
}

func (r *rig) ask(path string, answer any) bool {
	response, err := http.Get("http://" + r.prometheus + "/api/v1/" + path)
	if err != nil {
		return false // it is not ready
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(answer) == nil
}

// attack sends so many requests a second in all to the replicas.
func (r *rig) attack(t *testing.T, replicas []service.Endpoints, rate int, duration time.Duration) {
	t.Helper()
	var wg sync.WaitGroup
	for i, replica := range replicas {
		wg.Go(func() {
			text, err := exec.CommandContext(t.Context(), r.binary, "attack", "-url", "http://"+replica.HTTP, "-arrivals", "poisson",
				"-rate", fmt.Sprint(rate/len(replicas)), "-duration", duration.String(), "-seed", fmt.Sprint(i+1)).CombinedOutput()
			if err != nil {
				t.Errorf("attack: %v\n%s", err, text)
			}
		})
	}
	wg.Wait()
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// sum returns what the replicas themselves say they have counted.
func sum(t *testing.T, replicas []service.Endpoints) (gets, news uint64) {
	t.Helper()
	for _, replica := range replicas {
		response, err := http.Get("http://" + replica.Admin + "/snapshot")
		if err != nil {
			t.Fatal(err)
		}
		var s service.Snapshot
		err = json.NewDecoder(response.Body).Decode(&s)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, pool := range s.Pools {
			gets, news = gets+pool.Gets, news+pool.News
		}
	}
	return gets, news
}

// Prometheus has the sums of the replicas, and the alert about leaks fires for
// the service that leaks, and for no other.
func TestPrometheus_ThreeReplicasAndALeak(t *testing.T) {
	r := build(t, "2ms", "2ms")
	sound, leaky := r.replicas(t, 3), []service.Endpoints{r.replica(t, "-leak", "20", "-drain", "1s")}
	r.scrape(t, map[string][]service.Endpoints{"sound": sound, "leaky": leaky})
	r.attack(t, append(sound, leaky...), 160, 3*time.Second)

	eventually(t, "Prometheus has what the replicas have counted", func() bool {
		gets, news := sum(t, sound)
		return gets > 0 && r.query(`sum(rcpool_gets_total{job="sound"})`) == float64(gets) && r.query(`sum(rcpool_news_total{job="sound"})`) == float64(news)
	})
	eventually(t, "there is a ratio for each pool", func() bool {
		return r.query(`count(job_pool:rcpool_reuse:ratio_rate5m{job="sound"} >= 0 <= 1)`) == r.query(`count(sum by (pool) (rcpool_gets_total{job="sound"}))`)
	})

	stop := make(chan struct{})
	var load sync.WaitGroup
	load.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				r.attack(t, append(sound, leaky...), 160, time.Second)
			}
		}
	})
	defer load.Wait()
	defer close(stop)
	eventually(t, "the alert fires for the leak", func() bool {
		return strings.Contains(strings.Join(r.firing(), ","), "RcpoolLost leaky event")
	})
	for _, alert := range r.firing() {
		if strings.HasPrefix(alert, "RcpoolLost sound") || strings.HasPrefix(alert, "RcpoolReports sound") {
			t.Errorf("%s fires, without a mistake", alert)
		}
	}
}

// distribute sends one load, each replica its part of it at the same time, and
// fails the test unless all of it together was answered well.
func (r *rig) distribute(t *testing.T, replicas []service.Endpoints, rate int, duration time.Duration) {
	t.Helper()
	at := time.Now().Add(2 * time.Second).UTC().Format(time.RFC3339Nano)
	shards := make([]bytes.Buffer, len(replicas))
	var wg sync.WaitGroup
	for i, replica := range replicas {
		wg.Go(func() {
			cmd := exec.CommandContext(t.Context(), r.binary, "attack", "-url", "http://"+replica.HTTP, "-arrivals", "poisson", "-rate", fmt.Sprint(rate),
				"-duration", duration.String(), "-shard", fmt.Sprintf("%d/%d", i, len(replicas)), "-start-at", at)
			var log bytes.Buffer
			cmd.Stdout, cmd.Stderr = &shards[i], &log
			if err := cmd.Run(); err != nil {
				t.Errorf("attack: %v\n%s", err, &log)
			}
		})
	}
	wg.Wait()
	merge := exec.CommandContext(t.Context(), r.binary, "merge")
	var together bytes.Buffer
	for i := range shards {
		together.Write(shards[i].Bytes())
	}
	merge.Stdin = &together
	if text, err := merge.CombinedOutput(); err != nil || !strings.Contains(string(text), "100.00%") {
		t.Errorf("merge: %v\n%s", err, text)
	}
}

// The table on the page is from here.
func TestPrometheus_ReuseByReplicas(t *testing.T) {
	if !*update {
		t.Skip("measures only with -update")
	}
	reuse := func(replicas, rate int, duration time.Duration, location, pricing string) string {
		r := build(t, location, pricing)
		all := r.replicas(t, replicas)
		r.scrape(t, map[string][]service.Endpoints{"lab": all})
		r.distribute(t, all, rate, duration)
		eventually(t, "Prometheus has what the replicas have counted", func() bool {
			gets, _ := sum(t, all)
			return r.query(`sum(rcpool_gets_total)`) == float64(gets)
		})
		return fmt.Sprintf("%.1f %%", 100*r.query(`1 - sum(rcpool_news_total) / sum(rcpool_gets_total)`))
	}
	const slowly, slower = "lognormal:100ms,0.4", "lognormal:120ms,0.4" // as the preset article
	table := "| replicas | 10/s in all, for 10 s | 10/s for each, for 10 s | 200/s in all, for 20 s |\n|---:|---:|---:|---:|\n"
	for _, n := range []int{1, 2, 4} {
		table += fmt.Sprintf("| %d | %s | %s | %s |\n", n,
			reuse(n, 10, 10*time.Second, slowly, slower), reuse(n, 10*n, 10*time.Second, slowly, slower), reuse(n, 200, 20*time.Second, "2ms", "2ms"))
	}
	page := filepath.Join(repository, "docs", "production.md")
	region := regexp.MustCompile(`(?s)(<!-- replicas -->\n).*(<!-- /replicas -->)`)
	text := region.ReplaceAllString(string(read(t, page)), "${1}"+table+"${2}")
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
