package experiment

import (
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/standin"
)

// closed returns an address that nobody listens on.
func closed(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func TestReachable_NamesTheServerAndItsFlag(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	open, gone := listener.Addr().String(), closed(t)
	for flag, c := range map[string]Config{
		"redis": {Redis: []string{open, gone}}, "kafka": {Kafka: []string{gone}}, "location": {Location: gone}, "pricing": {Pricing: gone},
	} {
		err := reachable(t.Context(), c)
		if err == nil || !strings.HasPrefix(err.Error(), "-"+flag+" "+gone+": cannot connect: connection refused") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	if err := reachable(t.Context(), Config{Redis: []string{open}}); err != nil {
		t.Errorf("a server that listens: %v", err)
	}
}

func TestServeArgs_RealServersTakeThePlaceOfStandIns(t *testing.T) {
	stands := standin.Addresses{Redis: "stand:1", Kafka: "stand:2", Location: "stand:3", Pricing: "stand:4", AccessLog: "stand:5"}
	c := Config{Variants: DefaultVariants, Topic: "quotes", Redis: []string{"real:1", "real:2"}, Pricing: "real:4"}
	got := serveArgs(c, Twin, stands)
	want := []string{"serve", "-variant", "good", "-redis", "real:1,real:2", "-kafka", "stand:2", "-location", "stand:3", "-pricing", "real:4", "-accesslog", "stand:5", "-topic", "quotes.twin", "-drain", "4s"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if tuned := serveArgs(c, "plain:GOGC=400", stands); tuned[2] != "plain" || !slices.Contains(tuned, "quotes.plain-GOGC-400") {
		t.Errorf("got %q", tuned)
	}
}

func TestShare_EachPartHasProcessorsOfItsOwnWhereThereAreEnough(t *testing.T) {
	for n, want := range map[int]string{
		1:  "services, load generator and stand-ins share all processors, since there are fewer than 4",
		2:  "services, load generator and stand-ins share all processors, since there are fewer than 4",
		4:  "services on processors 0-1, load generator on 2, stand-ins on 3",
		16: "services on processors 0-11, load generator on 12-13, stand-ins on 14-15",
	} {
		if got := share(n).String(); got != want {
			t.Errorf("%d processors: %s, want %s", n, got, want)
		}
	}
}
