package rckgo_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rckgo"
	"github.com/rcpool/rcpool/rctest"
)

func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

const topic = "events"

// cluster starts a broker with the topic. It stops the broker when the test ends.
func cluster(t testing.TB, options ...kfake.Opt) *kfake.Cluster {
	c, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1), kfake.SeedTopics(2, topic),
		kfake.ListenFn(func(network, _ string) (net.Listener, error) { return net.Listen(network, "127.0.0.1:0") }),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func client(t testing.TB, c *kfake.Cluster, options ...kgo.Opt) *kgo.Client {
	client, err := kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(c.ListenAddrs()...), kgo.DefaultProduceTopic(topic)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func text(i int) string { return strings.Repeat(fmt.Sprintf("event %d, ", i), 1+i%50) }

// poll polls n records. It calls use with each and recycles it.
func poll(t testing.TB, consumer *kgo.Client, n int, use func(*kgo.Record)) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for n > 0 {
		fetches := consumer.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Error(err)
			return
		}
		fetches.EachRecord(func(r *kgo.Record) {
			use(r)
			r.Recycle()
			n--
		})
	}
}

var compressions = map[string]kgo.CompressionCodec{
	"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(), "lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
}

// A consumer with pooled fetches receives what a producer with pooled records
// sends.
func TestProduceAndFetch_UnderLoad(t *testing.T) {
	for name, compression := range compressions {
		t.Run(name, func(t *testing.T) {
			testbed.NoGoroutines(t)
			rctest.NoLeaks(t)
			testbed.NoReports(t)
			c := cluster(t)
			producer := client(t, c, kgo.ProducerBatchCompression(compression), kgo.ProducerLinger(2*time.Millisecond))
			records := &rckgo.Records{Name: testbed.Name(t) + ".Record"}
			const workers, each = 4, 250

			var promised, produced sync.WaitGroup
			for worker := range workers {
				produced.Go(func() {
					for i := range each {
						n := worker*each + i
						promised.Add(1)
						record := records.Get()
						r := record.Value()
						r.AppendKey(byte(n), byte(n>>8))
						io.WriteString(r, text(n))
						r.Headers = append(r.Headers, kgo.RecordHeader{Key: "n", Value: []byte(fmt.Sprint(n))})
						rckgo.Produce(context.Background(), producer, record, func(r *kgo.Record, err error) {
							defer promised.Done()
							if err != nil || string(r.Value) != text(n) || r.Topic != topic {
								t.Errorf("the promise of %d: %v, or for a different record", n, err)
							}
						})
					}
				})
			}
			produced.Wait()
			promised.Wait()
			if sum := testbed.Quiet(testbed.Name(t)+".Record", 5*time.Second); sum.Gets != workers*each || sum.Releases != sum.Gets {
				t.Errorf("%+v", sum)
			}

			fetches := &rckgo.Fetches{Name: testbed.Name(t)}
			seen := map[int]bool{}
			poll(t, client(t, c, kgo.ConsumeTopics(topic), kgo.WithPools(fetches)), workers*each, func(r *kgo.Record) {
				n := int(r.Key[0]) | int(r.Key[1])<<8
				if seen[n] || string(r.Value) != text(n) || string(r.Headers[0].Value) != fmt.Sprint(n) {
					t.Errorf("record %d again, or with different content: %.50s", n, r.Value)
				}
				seen[n] = true
			})
			if len(seen) != workers*each {
				t.Errorf("consumed %d", len(seen))
			}
			if sum := testbed.Stats(testbed.Name(t) + ".Records("); sum.Gets == 0 || sum.Gets != sum.Releases {
				t.Errorf("records: %+v", sum)
			}
			if sum := testbed.Stats(testbed.Name(t) + ".Decompressed("); (name == "none") != (sum.Gets == 0) || sum.Gets != sum.Releases {
				t.Errorf("decompressed: %+v", sum)
			}
		})
	}
}

// Later batches are decoded into the memory of earlier ones.
func TestFetches_AreReused(t *testing.T) {
	testbed.Checking(t, 0)
	c := cluster(t)
	producer := client(t, c, kgo.ProducerBatchCompression(kgo.SnappyCompression()))
	fetches := &rckgo.Fetches{Name: testbed.Name(t)}
	consumer := client(t, c, kgo.ConsumeTopics(topic), kgo.WithPools(fetches))
	for i := range 50 {
		if err := producer.ProduceSync(context.Background(), kgo.StringRecord(text(49+50*i))).FirstErr(); err != nil {
			t.Fatal(err)
		}
		poll(t, consumer, 1, func(r *kgo.Record) {
			if string(r.Value) != text(49+50*i) {
				t.Errorf("got %s", r.Value)
			}
		})
	}
	for _, pool := range []string{".Records(", ".Decompressed("} {
		if sum := testbed.Stats(testbed.Name(t) + pool); sum.Gets != 50 || sum.InUse != 0 || !testbed.RaceEnabled && sum.News > 25 {
			t.Errorf("%s: %+v", pool, sum)
		}
	}
}

func TestProduce_PromiseWithAnError(t *testing.T) {
	testbed.NoGoroutines(t)
	rctest.NoLeaks(t)
	testbed.NoReports(t)
	c := cluster(t)
	c.ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.KeepControl()
		answer := r.ResponseKind().(*kmsg.ProduceResponse)
		for _, asked := range r.(*kmsg.ProduceRequest).Topics {
			topic := kmsg.NewProduceResponseTopic()
			topic.Topic, topic.TopicID = asked.Topic, asked.TopicID
			for _, asked := range asked.Partitions {
				partition := kmsg.NewProduceResponseTopicPartition()
				partition.Partition, partition.ErrorCode = asked.Partition, kerr.MessageTooLarge.Code
				topic.Partitions = append(topic.Partitions, partition)
			}
			answer.Topics = append(answer.Topics, topic)
		}
		return answer, nil, true
	})
	producer := client(t, c)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	records := &rckgo.Records{Name: testbed.Name(t)}
	var wg sync.WaitGroup
	for i := range 100 {
		ctx := context.Background()
		if i%2 == 0 {
			ctx = cancelled
		}
		wg.Add(1)
		record := records.Get()
		record.Value().AppendValue([]byte(text(i))...)
		rckgo.Produce(ctx, producer, record, func(_ *kgo.Record, err error) {
			defer wg.Done()
			if err == nil {
				t.Error("produced")
			}
		})
		rckgo.Produce(ctx, producer, records.Get(), nil)
	}
	wg.Wait()
	producer.Close() // waits for the remaining promises
	if sum := testbed.Stats(testbed.Name(t)); sum.Gets != 200 {
		t.Errorf("%+v", sum)
	}
}

// Using a reference after Produce panics at once, before and after the promise,
// and does not change what is sent.
func TestProduce_TakesTheReference(t *testing.T) {
	c := cluster(t)
	producer := client(t, c, kgo.ManualFlushing())
	records := &rckgo.Records{Name: testbed.Name(t)}
	record := records.Get()
	record.Value().AppendValue([]byte("whole")...)
	kept := make(chan struct{})
	rckgo.Produce(context.Background(), producer, record, func(*kgo.Record, error) { close(kept) })
	misuse := func() {
		testbed.WantMisuse(t, rcpool.UseAfterRelease, func() { record.Value() })
		testbed.WantMisuse(t, rcpool.DoubleRelease, record.Release)
		testbed.WantMisuse(t, rcpool.StaleRetain, func() { record.Retain() }) //rcpool:ignore it panics, so there is nothing to release
		testbed.WantMisuse(t, rcpool.StaleRetain, func() { rckgo.Produce(context.Background(), producer, record, nil) })
	}
	misuse()
	if err := producer.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	<-kept
	misuse()
	poll(t, client(t, c, kgo.ConsumeTopics(topic)), 1, func(r *kgo.Record) {
		if string(r.Value) != "whole" {
			t.Errorf("sent %q", r.Value)
		}
	})
}

// Without Produce, the client sends the bytes of the next owner if a record is put
// back before the promise.
func TestProduce_WithoutTakingTheReference(t *testing.T) {
	c := cluster(t)
	producer := client(t, c, kgo.ManualFlushing())
	value := []byte("first")
	producer.Produce(context.Background(), &kgo.Record{Value: value}, func(_ *kgo.Record, err error) {
		if err != nil {
			t.Error(err)
		}
	})
	copy(value, "other") // like the next owner
	if err := producer.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	poll(t, client(t, c, kgo.ConsumeTopics(topic)), 1, func(r *kgo.Record) {
		if string(r.Value) != "other" {
			t.Errorf("sent %q: the client copies the value now, so Produce need not take the reference", r.Value)
		}
	})
}

// Other owners can read the record after the promise.
func TestProduce_Shared(t *testing.T) {
	rctest.NoLeaks(t)
	testbed.NoReports(t)
	producer := client(t, cluster(t))
	records := &rckgo.Records{Name: testbed.Name(t)}
	record := records.Get()
	record.Value().AppendValue([]byte("shared")...)
	mine := record.Retain()
	kept := make(chan struct{})
	rckgo.Produce(context.Background(), producer, record, func(*kgo.Record, error) { close(kept) })
	<-kept
	if string(mine.Value().Record.Value) != "shared" {
		t.Errorf("%q", mine.Value().Record.Value)
	}
	mine.Release()
}

func TestProduce_PanicInThePromise(t *testing.T) {
	rctest.NoLeaks(t)
	producer := client(t, cluster(t))
	producer.Close() // so that the promise runs here, or on a goroutine outside of the client
	records := &rckgo.Records{Name: testbed.Name(t)}
	survived := make(chan any, 1)
	rckgo.Produce(context.Background(), producer, records.Get(), func(*kgo.Record, error) {
		defer func() { survived <- recover() }()
		panic("in the promise")
	})
	if <-survived == nil {
		t.Error("no panic")
	}
}

// A record keeps its own memory and nothing of its last owner.
func TestRecords_Reset(t *testing.T) {
	rctest.Deterministic(t)
	records := &rckgo.Records{Name: testbed.Name(t)}
	theirs := []byte("theirs")
	record := records.Get()
	r := record.Value()
	r.AppendValue(bytes.Repeat([]byte{1}, 1000)...)
	r.AppendKey([]byte("key")...)
	r.Headers = append(r.Headers, kgo.RecordHeader{Key: "k", Value: theirs})
	r.Topic, r.Partition, r.Context = "t", 7, context.Background()
	own := &r.Record.Value[0]
	record.Release()

	record = records.Get()
	r = record.Value()
	if r.Key != nil || r.Record.Value != nil || len(r.Headers) != 0 || r.Headers[:1][0].Value != nil || r.Topic != "" || r.Partition != 0 || r.Context != nil {
		t.Errorf("the record is not empty: %+v", r.Record)
	}
	r.Record.Value = theirs
	record.Release()

	record = records.Get()
	r = record.Value()
	r.AppendValue([]byte("mine!!")...)
	if &r.Record.Value[0] != own || string(theirs) != "theirs" {
		t.Error("the record does not reuse its own memory, or has changed the memory of the caller")
	}
	r.Record.Value = theirs
	r.AppendValue([]byte("+")...)
	if string(r.Record.Value) != "theirs+" || string(theirs) != "theirs" {
		t.Errorf("appended to the memory of the caller: %q", r.Record.Value)
	}
	r.Record.Value = r.Record.Value[:3]
	r.AppendValue([]byte("se")...)
	if string(r.Record.Value) != "these" {
		t.Errorf("%q", r.Record.Value)
	}
	record.Release()
}

func TestRecords_LargeIsNotKept(t *testing.T) {
	records := &rckgo.Records{Name: testbed.Name(t), MaxBytes: 1000}
	record := records.Get()
	record.Value().AppendValue(make([]byte, 2000)...)
	record.Release()
	for _, s := range rcpool.AllStats() {
		if s.Name == testbed.Name(t) && s.RetiredBy.Keep != 1 {
			t.Errorf("%+v", s)
		}
	}
}

func TestRecords_ResetClearsEverything(t *testing.T) {
	rctest.NoLeaks(t)
	testbed.NoReports(t) // including DirtyReset
	records := &rckgo.Records{Name: testbed.Name(t)}
	for range 10 {
		record := records.Get()
		record.Value().AppendKey([]byte("key")...)
		record.Value().AppendValue([]byte("value")...)
		record.Value().Headers = append(record.Value().Headers, kgo.RecordHeader{Key: "k"})
		record.Release()
	}
}

func TestRecords_LateWrite(t *testing.T) {
	records := &rckgo.Records{Name: testbed.Name(t)}
	testbed.WantLateWrite(t, testbed.Name(t), func() ([]byte, func()) {
		record := records.Get()
		record.Value().AppendValue([]byte("value")...)
		return record.Value().Record.Value, record.Release
	})
}

func TestFetches_PutTwice(t *testing.T) {
	fetches := &rckgo.Fetches{Name: testbed.Name(t)}
	b := fetches.GetDecompressBytes([]byte{200, 1}, kgo.CodecSnappy)
	if cap(b) < 200 {
		t.Fatalf("%d bytes for 200", cap(b))
	}
	fetches.PutDecompressBytes(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { fetches.PutDecompressBytes(b) })
	records := fetches.GetRecords(10)
	fetches.PutRecords(records)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { fetches.PutRecords(records) })
}

// Records are zeroed when they go back, including those that were not recycled.
func TestFetches_RecordsAreZeroed(t *testing.T) {
	rctest.Deterministic(t)
	fetches := &rckgo.Fetches{Name: testbed.Name(t)}
	records := fetches.GetRecords(10)
	records[9].Topic, records[9].Context = topic, context.Background()
	first := &records[0]
	fetches.PutRecords(records[:1])
	if again := fetches.GetRecords(10); &again[0] != first || again[9].Topic != "" || again[9].Context != nil {
		t.Errorf("got other records, or %+v", again[9])
	}
}

func TestFetches_PutForeign(t *testing.T) {
	rctest.NoLeaks(t)
	fetches := new(rckgo.Fetches)
	fetches.PutDecompressBytes(nil)
	fetches.PutDecompressBytes(make([]byte, 1000))
	fetches.PutRecords(nil)
	fetches.PutRecords(make([]kgo.Record, 10))
}

// A second Recycle of a record does nothing.
func TestRecycle_Twice(t *testing.T) {
	rctest.NoLeaks(t)
	testbed.NoReports(t)
	c := cluster(t)
	producer := client(t, c, kgo.ProducerBatchCompression(kgo.GzipCompression()))
	if err := producer.ProduceSync(context.Background(), kgo.StringRecord(text(49)), kgo.StringRecord(text(48))).FirstErr(); err != nil {
		t.Fatal(err)
	}
	fetches := &rckgo.Fetches{Name: testbed.Name(t)}
	poll(t, client(t, c, kgo.ConsumeTopics(topic), kgo.WithPools(fetches)), 2, (*kgo.Record).Recycle)
	if sum := testbed.Stats(testbed.Name(t)); sum.Gets == 0 || sum.Gets != sum.Releases {
		t.Errorf("%+v", sum)
	}
}
