package rckgo_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rckgo"
)

// compress returns data as a producer sends it.
func compress(t testing.TB, codec kgo.CompressionCodec, data []byte) ([]byte, kgo.CompressionCodecType) {
	compressor, err := kgo.DefaultCompressor(codec)
	if err != nil {
		t.Fatal(err)
	}
	compressed, as := compressor.Compress(new(bytes.Buffer), data)
	return bytes.Clone(compressed), as
}

// samples returns data that compresses well, a little, and not at all.
func samples() (all [][]byte) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 100, 5000, 70_000, 1_000_000} {
		random, mixed := make([]byte, n), make([]byte, n)
		for i := range random {
			random[i] = byte(r.Uint32())
			mixed[i] = byte(r.Uint32N(4)) * 'a'
		}
		all = append(all, make([]byte, n), mixed, random)
	}
	return all
}

// silent reports whether the encoder omits the size, which it does for small data.
func silent(as kgo.CompressionCodecType, data []byte) bool {
	return as == kgo.CodecZstd && len(data) < 256
}

func TestDecompressedSize(t *testing.T) {
	for name, codec := range compressions {
		if name == "none" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, data := range samples() {
				compressed, as := compress(t, codec, data)
				size, ok := rckgo.DecompressedSize(compressed, as)
				if silent(as, data) {
					if ok {
						t.Errorf("%d bytes, compressed without their size: got size %d", len(data), size)
					}
				} else if !ok || size != len(data) {
					t.Errorf("%d bytes: %d, %v", len(data), size, ok)
				}
			}
		})
	}
}

// The client decompresses into the leased memory and does not allocate more.
func TestGetDecompressBytes_IsEnough(t *testing.T) {
	for name, codec := range compressions {
		if name == "none" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			fetches := &rckgo.Fetches{Name: testbed.Name(t)}
			decompressor := kgo.DefaultDecompressor(fetches)
			for _, data := range samples() {
				compressed, as := compress(t, codec, data)
				got, err := decompressor.Decompress(compressed, as)
				if err != nil || !bytes.Equal(got, data) {
					t.Errorf("%d bytes: %v, or different content", len(data), err)
				}
				before := testbed.Stats(testbed.Name(t))
				fetches.PutDecompressBytes(got)
				if after := testbed.Stats(testbed.Name(t)); after.Releases != before.Releases+1 && !silent(as, data) {
					t.Errorf("%d bytes are not in leased memory", len(data))
				}
			}
		})
	}
}

// Java clients write snappy in blocks.
func TestDecompressedSize_Xerial(t *testing.T) {
	framed := append([]byte{130, 'S', 'N', 'A', 'P', 'P', 'Y', 0}, 0, 0, 0, 1, 0, 0, 0, 1)
	want := 0
	for _, data := range samples()[:6] {
		block, as := compress(t, kgo.SnappyCompression(), data)
		if as != kgo.CodecSnappy {
			t.Fatal("not snappy")
		}
		framed = append(binary.BigEndian.AppendUint32(framed, uint32(len(block))), block...)
		want += len(data)
	}
	if size, ok := rckgo.DecompressedSize(framed, kgo.CodecSnappy); !ok || size != want {
		t.Errorf("%d, %v, want %d", size, ok, want)
	}
	got, err := kgo.DefaultDecompressor().Decompress(framed, kgo.CodecSnappy)
	if err != nil || len(got) != want {
		t.Errorf("the client gets %d bytes, %v", len(got), err)
	}
}

// A batch gets no more memory than the limit, whatever size it claims.
func TestGetDecompressBytes_Claims(t *testing.T) {
	fetches := &rckgo.Fetches{Name: testbed.Name(t), MaxBytes: 10_000}
	for _, claimed := range []uint64{9_489, 1 << 31, 1 << 62} {
		b := fetches.GetDecompressBytes(binary.AppendUvarint(nil, claimed), kgo.CodecSnappy)
		if b != nil {
			t.Errorf("%d bytes for a claim of %d", cap(b), claimed)
		}
	}
	b := fetches.GetDecompressBytes(binary.AppendUvarint(nil, 9_488), kgo.CodecSnappy)
	if cap(b) != 10_000 {
		t.Errorf("%d bytes at the limit", cap(b))
	}
	fetches.PutDecompressBytes(b)
}

// FuzzDecompressedSize checks that damaged batches cause no panic, and that the
// client decompresses with the pool what it decompresses without.
func FuzzDecompressedSize(f *testing.F) {
	for name, codec := range compressions {
		if name == "none" {
			continue
		}
		for _, data := range samples()[:8] {
			compressed, as := compress(f, codec, data)
			f.Add(compressed, int8(as))
		}
	}
	fetches := new(rckgo.Fetches)
	pooled, plain := kgo.DefaultDecompressor(fetches), kgo.DefaultDecompressor()
	f.Fuzz(func(t *testing.T, data []byte, as int8) {
		codec := kgo.CompressionCodecType(as)
		if codec < 1 || codec > 4 {
			return
		}
		rckgo.DecompressedSize(data, codec)
		if len(data) > 1<<16 {
			return
		}
		got, err := pooled.Decompress(data, codec)
		want, wantErr := plain.Decompress(data, codec)
		if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("%v and %d bytes, without a pool %v and %d", err, len(got), wantErr, len(want))
		}
		if err == nil {
			fetches.PutDecompressBytes(got)
		}
	})
}
