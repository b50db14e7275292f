package dev.mortise.examples.springboot;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders over HTTP. */
@RestController
class Orders {

    private final Stock stock;

    Orders(Stock stock) {
        this.stock = stock;
    }

    /** 201 when the item was sold, 409 when there is none left. */
    @PostMapping("/orders")
    ResponseEntity<Void> order(@RequestBody Order order) throws InterruptedException {
        HttpStatus status = stock.sell(order.item()) ? HttpStatus.CREATED : HttpStatus.CONFLICT;
        return ResponseEntity.status(status).build();
    }

    /** What somebody wants to buy. */
    record Order(String item) {}
}
