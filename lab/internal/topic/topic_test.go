package topic_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/internal/topic"
)

func produce(t *testing.T, brokers []string, values ...string) {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, v := range values {
		if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: "events", Value: []byte(v)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRead_EverythingFromAnEarlierEnd(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(3, "events", "empty"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	brokers := cluster.ListenAddrs()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()

	produce(t, brokers, "a", "b", "c", "d")
	from, err := topic.Ends(ctx, brokers, "events", "empty")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string, begin bool) (values []string) {
		t.Helper()
		offsets := from
		if begin {
			offsets = nil
		}
		if err := topic.Read(ctx, brokers, name, offsets, func(r *kgo.Record) { values = append(values, string(r.Value)) }); err != nil {
			t.Fatal(err)
		}
		slices.Sort(values)
		return values
	}
	if got := read("events", false); len(got) != 0 {
		t.Errorf("nothing came, and it reads %q", got)
	}
	produce(t, brokers, "e", "f", "g")
	if got := read("events", false); strings.Join(got, "") != "efg" {
		t.Errorf("it reads %q, want what came since", got)
	}
	if got := read("events", true); strings.Join(got, "") != "abcdefg" {
		t.Errorf("it reads %q, want all", got)
	}
	if got := read("empty", true); len(got) != 0 {
		t.Errorf("an empty topic has %q", got)
	}
	if _, err := topic.Ends(ctx, brokers, "absent"); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("of a topic that there is not: %v", err)
	}
	if err := topic.Read(ctx, brokers, "absent", nil, func(*kgo.Record) {}); err == nil {
		t.Error("a topic that there is not is read")
	}
}

func TestCreate_IsReadyAtOnceAndMayBeRepeated(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, names := range [][]string{{"a"}, {"a", "b"}} {
		if err := topic.Create(ctx, cluster.ListenAddrs(), names...); err != nil {
			t.Fatal(err)
		}
		if _, err := topic.Ends(ctx, cluster.ListenAddrs(), names...); err != nil {
			t.Error(err)
		}
	}
}
