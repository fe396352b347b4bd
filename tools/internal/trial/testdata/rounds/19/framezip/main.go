// truth: unclosed line 43,47 plain
package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const zipped = 1

var errBig = errors.New("frame too big")

// A conn frames messages for a peer, and compresses the long ones.
type conn struct {
	out       bytes.Buffer
	threshold int
	limit     int
}

func (c *conn) writeFrame(flags byte, p []byte) error {
	if len(p) > c.limit {
		return errBig
	}
	head := binary.BigEndian.AppendUint32([]byte{flags}, uint32(len(p)))
	c.out.Write(head)
	_, err := c.out.Write(p)
	return err
}

func (c *conn) send(msg []byte) error {
	if len(msg) < c.threshold {
		return c.writeFrame(0, msg)
	}
	buf := stdpool.Buffer()
	defer buf.Release()
	zw := stdpool.ZlibWriter(buf.Value(), zlib.BestSpeed)
	defer zw.Release()
	if _, err := zw.Value().Write(msg); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	if err := zw.Value().Flush(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return c.writeFrame(zipped, buf.Value().Bytes())
}

func (c *conn) receive() (string, error) {
	var head [5]byte
	if _, err := io.ReadFull(&c.out, head[:]); err != nil {
		return "", err
	}
	body := c.out.Next(int(binary.BigEndian.Uint32(head[1:])))
	if head[0]&zipped == 0 {
		return string(body), nil
	}
	zr, err := stdpool.ZlibReader(bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer zr.Release()
	text := stdpool.Buffer()
	defer text.Release()
	if _, err := text.Value().ReadFrom(zr.Value()); err != nil {
		return "", fmt.Errorf("decompress: %w", err)
	}
	return text.Value().String(), nil
}

func main() {
	c := &conn{threshold: 100, limit: 1 << 12}
	for _, n := range []int{1, 50} {
		if err := c.send(bytes.Repeat([]byte("state "), n)); err != nil {
			fmt.Println("send:", err)
		}
		s, err := c.receive()
		fmt.Println(len(s), err)
	}
}
