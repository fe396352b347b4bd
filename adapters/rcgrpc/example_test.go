package rcgrpc_test

import (
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcgrpc"
)

func Example() {
	pool := &rcgrpc.BufferPool{Name: "quotes"}

	server := grpc.NewServer(experimental.BufferPool(pool))
	defer server.Stop()
	conn, err := grpc.NewClient("localhost:50051", experimental.WithBufferPool(pool),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	defer conn.Close()

	message := mem.Copy(make([]byte, 4000), pool) // as grpc does
	message.Ref()                                 // for a second reader
	message.Free()
	message.Free()

	for _, s := range rcpool.AllStats() {
		if s.Name == "quotes.Buffer(4096)" {
			fmt.Println(s.Gets, "leased,", s.InUse, "in use")
		}
	}
	// Output: 1 leased, 0 in use
}
