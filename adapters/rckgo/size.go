package rckgo

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
	"github.com/twmb/franz-go/pkg/kgo"
)

// readAhead is the free space that a bytes.Buffer needs for each read. Without it
// the buffer would grow at the end of the data.
const readAhead = bytes.MinRead

// decompressedSize returns the decompressed size of data or an upper bound of it.
// It reports false if the data does not contain its size. The data may be damaged
// or hostile, so the result may be wrong.
func decompressedSize(data []byte, codec kgo.CompressionCodecType) (size int, ok bool) {
	const most = 1 << 31 // the client refuses larger batches
	n := uint64(0)
	switch codec {
	case kgo.CodecGzip:
		n, ok = gzipSize(data)
	case kgo.CodecSnappy:
		n, ok = snappySize(data)
	case kgo.CodecLz4:
		n, ok = lz4Size(data)
	case kgo.CodecZstd:
		var h zstd.Header
		ok = h.Decode(data) == nil && h.HasFCS
		n = h.FrameContentSize
	}
	return int(min(n, most)), ok && n < most
}

// gzipSize reads the size at the end of a gzip member (RFC 1952). A batch is one
// member.
func gzipSize(data []byte) (uint64, bool) {
	if len(data) < 18 {
		return 0, false
	}
	return uint64(binary.LittleEndian.Uint32(data[len(data)-4:])), true
}

// xerial is the header of the snappy format of Java clients: blocks, each preceded
// by its length.
var xerial = []byte{130, 'S', 'N', 'A', 'P', 'P', 'Y', 0}

// snappySize reads the size at the start of a block, or sums it over the blocks of
// the xerial format.
func snappySize(data []byte) (uint64, bool) {
	if len(data) < 16 || !bytes.HasPrefix(data, xerial) {
		n, used := binary.Uvarint(data)
		return n, used > 0
	}
	sum := uint64(0)
	for data = data[16:]; len(data) >= 4; {
		length := uint64(binary.BigEndian.Uint32(data))
		if data = data[4:]; length > uint64(len(data)) {
			return 0, false
		}
		n, used := binary.Uvarint(data[:length])
		if used <= 0 || n > 1<<31 {
			return 0, false
		}
		sum += n
		data = data[length:]
	}
	return sum, true
}

// lz4Size returns the content size of an LZ4 frame, or the sum over its blocks:
// https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md
func lz4Size(data []byte) (uint64, bool) {
	const (
		magic          = 0x184D2204
		blockChecksums = 1 << 4
		hasContentSize = 1 << 3
		hasDictionary  = 1
		uncompressed   = 1 << 31
	)
	if len(data) < 7 || binary.LittleEndian.Uint32(data) != magic {
		return 0, false
	}
	flags := data[4]
	data = data[6:]
	switch {
	case flags&hasContentSize != 0 && len(data) >= 8:
		return binary.LittleEndian.Uint64(data), true
	case flags&(hasContentSize|hasDictionary) != 0:
		return 0, false
	}
	checksum := 0
	if flags&blockChecksums != 0 {
		checksum = 4
	}
	sum := uint64(0)
	for data = data[1:]; len(data) >= 4; { // after the checksum of the header
		length := binary.LittleEndian.Uint32(data)
		data = data[4:]
		if length == 0 { // the end mark
			return sum, true
		}
		rest := len(data) - int(length&^uncompressed) - checksum
		if rest < 0 {
			return 0, false
		}
		if block := data[:length&^uncompressed]; length&uncompressed != 0 {
			sum += uint64(len(block))
		} else {
			sum += lz4BlockSize(block)
		}
		data = data[len(data)-rest:]
	}
	return 0, false
}

// lz4BlockSize adds up the lengths of the literals and matches of a block:
// https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
func lz4BlockSize(block []byte) (sum uint64) {
	more := func(length byte) uint64 {
		n := uint64(length)
		for length == 15 && len(block) > 0 {
			next := block[0]
			block = block[1:]
			if n += uint64(next); next < 255 {
				break
			}
		}
		return n
	}
	for len(block) > 0 {
		token := block[0]
		block = block[1:]
		literals := more(token >> 4)
		sum += literals
		if literals+2 > uint64(len(block)) { // the last sequence has no match
			break
		}
		block = block[literals+2:] // and the distance of the match
		sum += more(token&15) + 4
	}
	return sum
}
