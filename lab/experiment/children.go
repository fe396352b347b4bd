package experiment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/lab/traffic"
)

const (
	reachWithin = 3 * time.Second
	readyWithin = 30 * time.Second
)

// children is the bench of child processes.
type children struct {
	services map[Variant]service.Endpoints
	load     *process.Child
	sinks
}

// start starts everything: stand-ins, the services, the load generator.
func start(ctx context.Context, group *process.Group, c Config) (*children, error) {
	if err := reachable(ctx, c); err != nil {
		return nil, err
	}
	if err := prepare(ctx, c); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, readyWithin, fmt.Errorf("not within %v", readyWithin))
	defer cancel()

	on := share(runtime.NumCPU())
	var stands standin.Addresses
	if _, err := group.Start(ctx, process.Command{Name: "stand-ins", Args: standinArgs(c), Stderr: c.Log, CPUs: on.stands}, &stands); err != nil {
		return nil, err
	}
	started := &children{services: make(map[Variant]service.Endpoints), sinks: sinks{brokers: c.Kafka, topics: make(map[Variant]string), accessLog: stands.AccessLog}}
	if len(c.Kafka) == 0 {
		started.brokers = []string{stands.Kafka}
	}
	for _, v := range c.services() {
		started.topics[v] = topicOf(c.Topic, v)
	}
	if err := started.open(ctx); err != nil {
		return nil, err
	}
	for _, v := range c.services() {
		var ends service.Endpoints
		command := process.Command{
			Name: string(v) + " service", Args: serveArgs(c, v, stands), Stderr: c.Log, CPUs: on.services,
			Env: append(c.env(), c.runs(v).env()...),
		}
		if _, err := group.Start(ctx, command, &ends); err != nil {
			return nil, err
		}
		started.services[v] = ends
	}
	var err error
	started.load, err = group.Start(ctx, process.Command{Name: "load generator", Args: []string{"attack", "-blocks"}, Stderr: c.Log, CPUs: on.load}, new(struct{}))
	return started, err
}

// open starts everything. The context watched ends with ctx, or when a child dies. The caller must call stop, which ends
// all children.
func open(ctx context.Context, group *process.Group, c Config) (watched context.Context, lab *children, stop func() error, err error) {
	lab, err = start(ctx, group, c)
	if err != nil {
		return nil, nil, nil, errors.Join(err, group.Renew(stopWithin))
	}
	watched, cancel := group.Watch(ctx)
	return watched, lab, func() error { cancel(); return group.Renew(stopWithin) }, nil
}

// env is in the environment of all services; what a variant sets comes after it.
func (c Config) env() []string {
	env := []string{"GOGC=" + c.GOGC, "GOMAXPROCS=" + strconv.Itoa(c.Procs)}
	if c.Limit != "" {
		env = append(env, "GOMEMLIMIT="+c.Limit)
	}
	return env
}

// services are what is started: the variants and, if they are compared, the twin.
func (c Config) services() []Variant {
	if c.apart {
		return c.Variants
	}
	return Order(c.Variants, 0)
}

// runs is what a variant is; the twin is the base.
func (c Config) runs(v Variant) Variant {
	if v == Twin {
		return Base(c.Variants)
	}
	return v
}

func standinArgs(c Config) []string {
	args := []string{"standins", "-keep", "-topic", strings.Join(c.topics(), ","), "-seed", strconv.FormatUint(c.Seed, 10)}
	for name, delay := range c.Delay {
		args = append(args, "-"+name+"-delay", delay.String())
	}
	return args
}

func serveArgs(c Config, v Variant, stands standin.Addresses) []string {
	args := []string{"serve", "-variant", string(c.runs(v).objects()),
		"-redis", cmp.Or(strings.Join(c.Redis, ","), stands.Redis),
		"-kafka", cmp.Or(strings.Join(c.Kafka, ","), stands.Kafka),
		"-location", cmp.Or(c.Location, stands.Location),
		"-pricing", cmp.Or(c.Pricing, stands.Pricing),
		"-accesslog", stands.AccessLog,
		"-topic", topicOf(c.Topic, v),
		"-drain", drainWithin.String(),
	}
	if c.Heap > 0 {
		args = append(args, "-live-heap", strconv.Itoa(c.Heap))
	}
	if pools, _ := c.runs(v).pools(); pools != nil {
		args = append(args, "-pools", strings.Join(pools, ","))
	}
	return args
}

// topics are those of all services.
func (c Config) topics() (all []string) {
	for _, v := range c.services() {
		all = append(all, topicOf(c.Topic, v))
	}
	return all
}

// topicOf is the topic of a variant: all send the same requests, so only the topic tells whose event is missing.
func topicOf(topic string, v Variant) string {
	return topic + "." + notInTopics.ReplaceAllString(string(v), "-")
}

var notInTopics = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// reachable tries each real server before anything starts, and names the flag that gave its address.
func reachable(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	for _, server := range []struct {
		flag      string
		addresses []string
	}{
		{"redis", c.Redis}, {"kafka", c.Kafka}, {"location", nonEmpty(c.Location)}, {"pricing", nonEmpty(c.Pricing)},
	} {
		for _, address := range server.addresses {
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
			if err != nil {
				return fmt.Errorf("-%s %s: cannot connect: %w; start that server, correct the address, or leave -%s out to use the stand-in", server.flag, address, reason(err), server.flag)
			}
			conn.Close()
		}
	}
	return nil
}

// reason is the innermost cause of a dial error; the address is in our own text already.
func reason(err error) error {
	if errno := syscall.Errno(0); errors.As(err, &errno) {
		return errno
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		return op.Err
	}
	return err
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// snapshot asks a service what its process has used so far.
func (c *children) snapshot(ctx context.Context, v Variant) (service.Snapshot, error) {
	var s service.Snapshot
	body, err := get(ctx, "http://"+c.services[v].Admin+"/snapshot")
	if err == nil {
		err = json.Unmarshal(body, &s)
	}
	if err != nil {
		return s, fmt.Errorf("snapshot of the %s service: %w", v, err)
	}
	return s, nil
}

// get returns what a part of the lab answers.
func get(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return body, err
}

// attack has the load generator send one block to a variant.
func (c *children) attack(ctx context.Context, v Variant, b traffic.Block) (traffic.Result, error) {
	b.URL = "http://" + c.services[v].HTTP
	if err := c.load.Send(b); err != nil {
		return traffic.Result{}, err
	}
	var result traffic.Result
	err := c.load.Receive(ctx, &result)
	return result, err
}
