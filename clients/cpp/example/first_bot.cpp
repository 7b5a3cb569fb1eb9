// Plays random legal actions in every game.
#include <exception>
#include <iostream>
#include <random>

#include <botwerk/botwerk.hpp>

class FirstBot : public botwerk::Bot {
    botwerk::Choice choose(const botwerk::View&, const std::vector<std::string>& legal) override {
        thread_local std::mt19937 random(std::random_device{}());
        return legal.at(std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(random));
    }
};

int main() try {
    FirstBot bot;
    botwerk::run(bot);
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
