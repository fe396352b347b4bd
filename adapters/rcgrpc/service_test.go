package rcgrpc_test

import (
	"context"
	"io"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/rcpool/rcpool/adapters/internal/testbed"
)

// service echoes messages, as a call and as a stream.
var service = grpc.ServiceDesc{
	ServiceName: "echo",
	HandlerType: (*any)(nil),
	Methods: []grpc.MethodDesc{{MethodName: "Call", Handler: func(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		message := new(wrapperspb.BytesValue)
		return message, decode(message)
	}}},
	Streams: []grpc.StreamDesc{{StreamName: "Stream", ServerStreams: true, ClientStreams: true, Handler: func(_ any, stream grpc.ServerStream) error {
		for {
			message := new(wrapperspb.BytesValue)
			if err := stream.RecvMsg(message); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if err := stream.SendMsg(message); err != nil {
				return err
			}
		}
	}}},
}

// codec is the protobuf codec with its own pool. (The codec of grpc always uses the
// default pool, which can only be set while the program starts.)
type codec struct{ pool mem.BufferPool }

func (codec) Name() string { return "proto" }

func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	message := v.(proto.Message)
	size := proto.Size(message)
	buffer := c.pool.Get(size)
	if _, err := (proto.MarshalOptions{UseCachedSize: true}).MarshalAppend((*buffer)[:0], message); err != nil {
		c.pool.Put(buffer)
		return nil, err
	}
	return mem.BufferSlice{mem.NewBuffer(buffer, c.pool)}, nil
}

func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	buffer := data.MaterializeToBuffer(c.pool)
	defer buffer.Free()
	return proto.Unmarshal(buffer.ReadOnlyData(), v.(proto.Message))
}

var _ encoding.CodecV2 = codec{}

// dial starts a server and a client that use the pool. It stops them when the test
// ends.
func dial(t testing.TB, pool mem.BufferPool) *grpc.ClientConn {
	listener := testbed.Listen(t)
	server := grpc.NewServer(experimental.BufferPool(pool), grpc.ForceServerCodecV2(codec{pool}))
	server.RegisterService(&service, nil)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	conn, err := grpc.NewClient("passthrough:///"+listener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()), experimental.WithBufferPool(pool),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(codec{pool})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// call sends a message and returns the answer.
func call(ctx context.Context, conn *grpc.ClientConn, message []byte, options ...grpc.CallOption) ([]byte, error) {
	answer := new(wrapperspb.BytesValue)
	err := conn.Invoke(ctx, "/echo/Call", wrapperspb.Bytes(message), answer, options...)
	return answer.Value, err
}
