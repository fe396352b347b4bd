package standin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/standin"
)

// start runs stand-ins until stop is called or the test ends; without a delay
// unless cfg has one.
func start(t *testing.T, cfg standin.Config) (at standin.Addresses, stop func() error) {
	t.Helper()
	delays := map[string]standin.Delay{}
	for _, name := range standin.Names {
		delays[name] = cfg.Delay[name]
	}
	cfg.Delay = delays
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan standin.Addresses, 1), make(chan error, 1)
	go func() { ended <- standin.Run(ctx, cfg, func(a standin.Addresses) { ready <- a }) }()
	stop = func() error {
		cancel()
		err := <-ended
		ended <- err
		return err
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Errorf("Run returned %v", err)
		}
	})
	select {
	case at = <-ready:
	case err := <-ended:
		ended <- err
		t.Fatalf("the stand-ins did not start: %v", err)
	}
	return at, stop
}

func redisClient(t *testing.T, address string) *redis.Client {
	client := redis.NewClient(&redis.Options{Addr: address, DisableIdentity: true, ContextTimeoutEnabled: true, ReadTimeout: -1})
	t.Cleanup(func() { client.Close() })
	return client
}

func kafkaClient(t *testing.T, address string, options ...kgo.Opt) *kgo.Client {
	t.Helper()
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(address))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func dial(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestRun_CacheHoldsWhatRequestsAskFor(t *testing.T) {
	at, _ := start(t, standin.Config{})
	client := redisClient(t, at.Redis)
	ctx := t.Context()
	get := func(key string, value any) bool {
		t.Helper()
		encoded, err := client.Get(ctx, key).Bytes()
		if errors.Is(err, redis.Nil) {
			return false
		}
		if err != nil {
			t.Fatalf("get %s: %v", key, err)
		}
		if len(encoded) < 300 || len(encoded) > 2<<10 {
			t.Errorf("%s has %d bytes, want between 0.3 and 2 KB", key, len(encoded))
		}
		if err := json.Unmarshal(encoded, value); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		return true
	}
	const n = 300
	missed := 0
	for index := range n {
		body, _ := request.Generate(3, index)
		var q request.Quote
		if err := json.Unmarshal(body, &q); err != nil {
			t.Fatal(err)
		}
		var (
			user     backend.User
			session  backend.Session
			campaign backend.Campaign
			features backend.Features
		)
		if !get(backend.UserKey(q.User), &user) || user.ID != q.User {
			t.Errorf("user %s is cached as %+v", q.User, user)
		}
		if !get(backend.SessionKey(q.Session), &session) {
			missed++
		} else if session.ID != q.Session {
			t.Errorf("session %s is cached as %+v", q.Session, session)
		}
		if !get(backend.CampaignKey(q.Campaign), &campaign) || campaign.ID != q.Campaign {
			t.Errorf("campaign %s is cached as %+v", q.Campaign, campaign)
		}
		if !get(backend.FeaturesKey(user.Segment), &features) || features.Segment != user.Segment {
			t.Errorf("features of %s are cached as %+v", user.Segment, features)
		}
	}
	if missed == 0 || missed > n/4 {
		t.Errorf("%d of %d sessions are missed, want a small share", missed, n)
	}
}

func TestRun_MicroservicesAnswerForTheirCaller(t *testing.T) {
	at, _ := start(t, standin.Config{})
	ctx := t.Context()
	place, err := backend.NewLocationClient(dial(t, at.Location)).Locate(ctx, &backend.LocateRequest{User: "u-1"})
	if err != nil {
		t.Fatal(err)
	}
	if want := standin.PlaceOf("u-1"); place.GetUser() != "u-1" || place.GetCity() != want.GetCity() || place.GetCurrency() != want.GetCurrency() {
		t.Errorf("u-1 is at %v, want %v", place, want)
	}
	pricing := backend.NewPricingClient(dial(t, at.Pricing))
	reply, err := pricing.Price(ctx, &backend.PriceRequest{User: "u-1", City: "Berlin", Currency: "EUR", Skus: []string{"a", "b"}, Quantities: []uint32{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if cents := reply.GetUnitCents(); reply.GetUser() != "u-1" || reply.GetCurrency() != "EUR" || len(cents) != 2 ||
		cents[0] != standin.PriceOf("a", "Berlin") || cents[1] != standin.PriceOf("b", "Berlin") {
		t.Errorf("the prices are %v", reply)
	}
	if _, err := pricing.Price(ctx, &backend.PriceRequest{Skus: []string{"a"}}); err == nil || !strings.Contains(err.Error(), "1 skus have 0 quantities") {
		t.Errorf("a lopsided request gives %v", err)
	}
}

func TestRun_KafkaKeepsRecordsOnlyIfAsked(t *testing.T) {
	for _, keep := range []bool{true, false} {
		at, _ := start(t, standin.Config{Topics: []string{"events"}, KeepRecords: keep})
		client := kafkaClient(t, at.Kafka, kgo.ConsumeTopics("events"), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
		ctx := t.Context()
		if err := client.ProduceSync(ctx, &kgo.Record{Topic: "events", Value: []byte("hello")}).FirstErr(); err != nil {
			t.Fatalf("produce: %v", err)
		}
		offsets, err := kadm.NewClient(client).ListEndOffsets(ctx, "events")
		if err != nil {
			t.Fatal(err)
		}
		acknowledged := int64(0)
		offsets.Each(func(o kadm.ListedOffset) { acknowledged += o.Offset })
		if acknowledged != 1 {
			t.Errorf("keep %v: %d records acknowledged, want 1", keep, acknowledged)
		}
		if !keep {
			continue // there is nothing to wait for
		}
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		if records := fetches.Records(); len(records) != 1 || string(records[0].Value) != "hello" {
			t.Errorf("kept %v, want the one record", records)
		}
	}
}

func TestRun_AccessLogGathersLines(t *testing.T) {
	var lines bytes.Buffer
	at, stop := start(t, standin.Config{Lines: &lines, KeepRecords: true})
	url := "http://" + at.AccessLog + backend.LinesPath
	for _, line := range []string{`{"token":"a"}`, `{"token":"b"}` + "\n"} {
		response, err := http.Post(url, "application/json", strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusNoContent {
			t.Errorf("a line is answered with %s", response.Status)
		}
	}
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	counts, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if got, want := string(counts), `{"a":1,"b":1}`+"\n"; got != want {
		t.Errorf("the lines are counted as %q, want %q", got, want)
	}
	response, err = http.Post(url, "application/json", strings.NewReader("no line"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("what is not JSON is answered with %s", response.Status)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if got, want := lines.String(), "{\"token\":\"a\"}\n{\"token\":\"b\"}\n"; got != want {
		t.Errorf("gathered %q, want %q", got, want)
	}
}

// A call that waits must not hold up others: the slow ones here wait for an hour,
// and end only because the stand-ins do.
func TestRun_DelayedCallsHoldUpNobodyElse(t *testing.T) {
	var hour standin.Delay
	if err := hour.Set("1h"); err != nil {
		t.Fatal(err)
	}
	at, stop := start(t, standin.Config{Topics: []string{"events"}, Delay: map[string]standin.Delay{standin.Redis: hour, standin.Kafka: hour}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	slowRedis, slowKafka := redisClient(t, at.Redis), kafkaClient(t, at.Kafka, kgo.ProducerLinger(0))
	ended := make(chan error, 2)
	go func() { ended <- slowRedis.Get(ctx, backend.UserKey("u-00000")).Err() }()
	slowKafka.Produce(ctx, &kgo.Record{Topic: "events", Value: []byte("x")}, func(_ *kgo.Record, err error) { ended <- err })

	otherRedis, otherKafka := redisClient(t, at.Redis), kafkaClient(t, at.Kafka)
	for range 100 { // long enough for the slow calls to have arrived
		if err := otherRedis.Ping(ctx).Err(); err != nil {
			t.Fatalf("Redis does not answer another connection: %v", err)
		}
		if err := otherKafka.Ping(ctx); err != nil {
			t.Fatalf("Kafka does not answer another connection: %v", err)
		}
	}
	select {
	case err := <-ended:
		t.Errorf("a call of an hour ended at once, with %v", err)
	default:
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	cancel()
	<-ended
	slowKafka.Close()
	<-ended
}

func TestRun_NothingAnswersAfterwards(t *testing.T) {
	at, stop := start(t, standin.Config{})
	all := map[string]string{
		standin.Redis: at.Redis, standin.Kafka: at.Kafka, standin.Location: at.Location,
		standin.Pricing: at.Pricing, standin.AccessLog: at.AccessLog,
	}
	for name, address := range all {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatalf("%s does not answer at %q: %v", name, address, err)
		}
		conn.Close()
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	for name, address := range all {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			t.Errorf("%s still answers", name)
		}
	}
}

func TestRun_WrongConfigIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		cfg  standin.Config
		want string
	}{
		"unknown stand-in": {standin.Config{Delay: map[string]standin.Delay{"postgres": {}}}, `"postgres"`},
		"foreign host":     {standin.Config{Listen: "192.0.2.1"}, "on 192.0.2.1"},
	} {
		err := standin.Run(t.Context(), test.cfg, func(standin.Addresses) { t.Errorf("%s: it says that it is ready", name) })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: Run returned %v, want something with %q", name, err, test.want)
		}
	}
}

func TestRun_OnlyThoseAskedForOnPortsInARow(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	at, _ := start(t, standin.Config{Only: []string{standin.AccessLog}, Port: port - 4})
	if want := (standin.Addresses{AccessLog: free.Addr().String()}); at != want {
		t.Errorf("they are at %+v, want %+v", at, want)
	}
}
