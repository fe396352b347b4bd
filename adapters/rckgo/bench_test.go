package rckgo_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/rckgo"
)

// BenchmarkProduce produces records of 256 bytes, without waiting for the promise,
// to a broker in the same process that drops them.
func BenchmarkProduce(b *testing.B) {
	data := make([]byte, 256)
	failed := make(chan error, 1)
	promise := func(_ *kgo.Record, err error) {
		if err != nil {
			select {
			case failed <- err:
			default:
			}
		}
	}
	bare := sync.Pool{New: func() any { return new(kgo.Record) }}
	putBack := func(r *kgo.Record, err error) {
		promise(r, err)
		*r = kgo.Record{Value: r.Value[:0]}
		bare.Put(r)
	}
	records := rckgo.Records{Name: "bench"}
	for _, p := range []struct {
		name    string
		produce func(client *kgo.Client)
	}{
		{"default", func(client *kgo.Client) {
			client.Produce(context.Background(), &kgo.Record{Value: append([]byte(nil), data...)}, promise)
		}},
		{"sync", func(client *kgo.Client) {
			r := bare.Get().(*kgo.Record)
			r.Value = append(r.Value, data...)
			client.Produce(context.Background(), r, putBack)
		}},
		{"rcpool", func(client *kgo.Client) {
			record := records.Get()
			record.Value().AppendValue(data...)
			rckgo.Produce(context.Background(), client, record, promise)
		}},
	} {
		b.Run("pool="+p.name, func(b *testing.B) {
			client := client(b, cluster(b, kfake.BlackholeProduce()), kgo.ProducerLinger(time.Millisecond))
			b.ReportAllocs()
			for b.Loop() {
				p.produce(client)
			}
			if err := client.Flush(context.Background()); err != nil {
				b.Fatal(err)
			}
			select {
			case err := <-failed:
				b.Fatal(err)
			default:
			}
		})
	}
}

// BenchmarkDecompress does what a fetch does with the bytes of a batch of 100
// records.
func BenchmarkDecompress(b *testing.B) {
	var data []byte
	for i := range 100 {
		data = append(data, text(i)...)
	}
	for _, name := range []string{"gzip", "snappy", "lz4", "zstd"} {
		compressed, as := compress(b, compressions[name], data)
		b.Run("codec="+name+"/pool=default", func(b *testing.B) {
			decompressor := kgo.DefaultDecompressor()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := decompressor.Decompress(compressed, as); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("codec="+name+"/pool=rcpool", func(b *testing.B) {
			fetches := &rckgo.Fetches{Name: "bench"}
			decompressor := kgo.DefaultDecompressor(fetches)
			b.ReportAllocs()
			for b.Loop() {
				got, err := decompressor.Decompress(compressed, as)
				if err != nil {
					b.Fatal(err)
				}
				clear(got[:cap(got)]) // as the client does
				fetches.PutDecompressBytes(got)
			}
		})
	}
}

// BenchmarkFetch fetches and recycles records, in compressed batches of 100.
func BenchmarkFetch(b *testing.B) {
	const batches, batch = 200, 100
	for _, p := range []struct {
		name    string
		options []kgo.Opt
	}{{"default", nil}, {"rcpool", []kgo.Opt{kgo.WithPools(&rckgo.Fetches{Name: "bench"})}}} {
		b.Run("pool="+p.name, func(b *testing.B) {
			c := cluster(b)
			producer := client(b, c, kgo.ProducerBatchCompression(kgo.SnappyCompression()), kgo.RecordPartitioner(kgo.ManualPartitioner()))
			for range batches {
				var records []*kgo.Record
				for i := range batch {
					records = append(records, kgo.StringRecord(text(i)))
				}
				if err := producer.ProduceSync(context.Background(), records...).FirstErr(); err != nil {
					b.Fatal(err)
				}
			}
			consume := func(n int) {
				consumer := client(b, c, append(p.options, kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}))...)
				defer consumer.Close()
				for n > 0 {
					consumer.PollFetches(context.Background()).EachRecord(func(r *kgo.Record) {
						r.Recycle()
						n--
					})
				}
			}
			b.ReportAllocs()
			for b.Loop() { // one iteration fetches all batches
				consume(batches * batch)
			}
		})
	}
}
